"""Made in a process beside the portal, for people who are no demo guests."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.sessions.models import Session
from django.utils import timezone

from memory.actors import human, page_agent
from memory.models import AuditEvent, Memory, Project, User
from memory.roles import Role, Scope
from memory.services.keys import create_key
from memory.times import iso
from proposals.changes import Asked
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.propose import propose
from proposals.services.review import approve
from proposals.states import Status
from tests.browser.album import build
from tests.browser.garden import grow
from tests.factories import (
    join,
    make_entry,
    make_memory,
    make_project,
    make_proposal,
    make_user,
    retire,
)
from tests.site.events import record


class Quick(PBKDF2PasswordHasher):
    """The portal knows what it makes, and makes it slow at the first sign-in."""

    iterations = 1


settings.PASSWORD_HASHERS = [f"{__name__}.Quick"]


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


def studio() -> dict[str, str]:
    """A project of alice's: a lineage of three, an end, a retirement, what is to come."""
    alice = User.objects.get(username="alice")
    project = make_project("studio", owner=alice, name="Studio")
    now = timezone.now()
    days = {n: now - timedelta(days=n, microseconds=n) for n in (40, 30, 20, 10)}
    first = make_memory(project, "Open on Mondays.", title="Hours", valid_from=days[40])
    second = make_memory(project, "Open on Fridays.", supersedes=first, valid_from=days[20])
    link = [{"type": "depends_on", "memory_id": str(second.public_id)}]
    make_memory(
        project,
        "The hall is heated.",
        title="Heating",
        tags=["hall"],
        links=link,
        valid_from=days[30],
        valid_until=days[10],
    )
    make_memory(project, "Open always.", supersedes=second, valid_from=now + timedelta(days=9))
    retire(make_memory(project, "A stove is there.", title="Stove", valid_from=days[30]))
    make_proposal(project, "Open on Sundays.", target=first_open(second))
    return {"old": first.label, "newer": second.label, "begun": iso(second.valid_from)}


def first_open(memory: Memory) -> Memory:
    return Memory.objects.get(lineage=memory.lineage, version=3)


def garden() -> dict[str, str]:
    """A project of alice's with everything in it, another with nothing, and one of one memory."""
    alice = User.objects.get(username="alice")
    project = grow("garden", alice)
    make_project("bare", owner=alice)
    make_memory(make_project("single", owner=alice), "One bee.", title="Bee")
    told(alice)
    return {"slug": project.slug, "memories": str(project.memories.count())}


def told(alice: User) -> None:
    """A version that an agent proposed for a reason, and a person approved in words."""
    project, now = make_project("told", owner=alice), timezone.now()
    old = make_memory(project, "Feed in May.", title="Feeding", valid_from=now - timedelta(days=90))
    make_memory(project, "Wear a veil.", title="Veil", valid_from=now - timedelta(days=50))
    proposal = make_proposal(
        project,
        "Feed in April.",
        target=old,
        reason="The willow bloomed early.",
        evidence_ids=[make_entry(project, "Willow on 3 April.").label],
        valid_from=now - timedelta(days=10),
    )
    approve(proposal, by=alice, revision=1, note="Only in mild years.")
    apply(proposal, actor=human(alice))
    make_proposal(project, "Smoke less.", title="Smoke")


def frames() -> str:
    return make_project("frames", owner=make_user("frances")).slug


def frames_marks(slug: str, count: str) -> int:
    """Proposals that wait, every second of them for another wording, each citing an entry."""
    project = Project.objects.get(slug=slug)
    entries = [make_entry(project, f"Seen {n} times.").label for n in range(40)]
    targets = list(Memory.objects.filter(project=project, incoming=None)[::13][: int(count) // 2])
    for number in range(int(count)):
        target = targets[number // 2 % len(targets)] if number % 2 else None
        cites = [entries[number % len(entries)]]
        make_proposal(project, f"Frame {number} is new.", target=target, evidence_ids=cites)
    return int(count)


def end_session(key: str) -> None:
    """As time or an owner would: the browser does not know."""
    Session.objects.filter(session_key=key).delete()


def album() -> list[dict[str, object]]:
    return build()


def looks() -> None:
    """Of lena, whose name is long: a young project and a grown one."""
    lena = make_user("lena", display_name="Lena Verylongname-Withouteverending")
    young = make_project("young", owner=lena, name="Young")
    first = make_memory(young, "Open on Mondays.", kind="decision", title="Hours")
    make_memory(young, "Open on Fridays.", supersedes=first)
    grown = make_project("grown", owner=lena, name="Grown")
    for n in range(8):
        make_memory(grown, f"Room {n} is for bees. " * 12, kind="decision", title=f"Room {n}")
    for n in range(6):
        make_memory(grown, f"Bee {n} dances. " * 20, title=f"Bee {n} dances " * 10)


def hive() -> str:
    """A project of alice's in which rita reviews and bob contributes."""
    alice, rita, bob = (User.objects.get(username=name) for name in ("alice", "rita", "bob"))
    project = make_project("hive", owner=alice, name="Hive")
    join(project, rita, Role.REVIEWER)
    join(project, bob, Role.CONTRIBUTOR)
    make_memory(project, "The hive faces south.", kind="decision", title="Where it stands")
    make_proposal(project, "Bees wait.", by=bob)
    return project.slug


def burst(slug: str, count: str, who: str = "") -> int:
    """As many proposals as fast as they go; how many wait then."""
    project, bob = Project.objects.get(slug=slug), User.objects.get(username="bob")
    for number in range(int(count)):
        said = f"Bee {who}{number} is out."
        propose(
            project, Asked(operation="create", kind="fact", content=said), actor=page_agent(bob)
        )
    return Proposal.objects.filter(project=project, status=Status.PENDING).count()


def entry(slug: str) -> str:
    """Confirmed here; the worker reads it."""
    project = Project.objects.get(slug=slug)
    return make_entry(project, "The hive runs on clover.", about="Hive 1").label


def events_of_no_matter(slug: str, count: str) -> int:
    """The number of the last."""
    project, alice = Project.objects.get(slug=slug), User.objects.get(username="alice")
    record(project, alice, times=int(count))
    return project.events.latest("seq").seq


def key(slug: str) -> str:
    """The token of an agent key of bob's."""
    project, bob = Project.objects.get(slug=slug), User.objects.get(username="bob")
    scopes = [Scope.READ, Scope.PROPOSE]
    _, token = create_key(project, name="ci", scopes=scopes, made_for=bob, actor=human(bob))
    return token


def events(slug: str, after: str) -> list[tuple[int, str]]:
    rows = AuditEvent.objects.filter(project__slug=slug, seq__gt=int(after)).order_by("seq")
    return [(event.seq, event.at.isoformat()) for event in rows]
