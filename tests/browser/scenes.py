"""Made in a process beside the portal, for people who are no demo guests."""

from django.contrib.sessions.models import Session

from memory.roles import Role
from tests.browser.album import build
from tests.factories import join, make_memory, make_project, make_user


def acme() -> dict[str, str]:
    """alice owns, rita reviews, bob works with an agent, vera reads; charlie belongs elsewhere."""
    people = map(make_user, ("alice", "rita", "bob", "vera", "charlie"))
    alice, rita, bob, vera, charlie = people
    acme = make_project("acme", owner=alice, name="Acme")
    join(acme, rita, Role.REVIEWER)
    join(acme, bob, Role.CONTRIBUTOR)
    join(acme, vera, Role.VIEWER)
    beacon = make_project("beacon", owner=alice, name="Beacon")
    elsewhere = make_project("elsewhere", owner=charlie)
    make_memory(acme, "Acme deploys on Tuesdays.", kind="decision", title="Deploys")
    make_memory(acme, "Acme meets on Tuesdays.", title="Meetings")
    make_memory(beacon, "Beacon deploys on Fridays.", kind="decision", title="Deploys")
    hidden = make_memory(elsewhere, "Elsewhere deploys at night.", title="Deploys")
    return {"hidden": str(hidden.public_id)}


def end_session(key: str) -> None:
    """As time or an owner would: the browser does not know."""
    Session.objects.filter(session_key=key).delete()


def album() -> list[dict[str, object]]:
    return build()
