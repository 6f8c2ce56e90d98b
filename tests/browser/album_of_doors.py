"""How people come in and go, in the album: signing in and up, a demo from its start to its end."""

from __future__ import annotations

from django.core import signing

from memory.models import User
from proposals.models import NotificationChoice
from proposals.services.send_mail import CONFIRM, token
from tests.browser.view import (
    DEMO,
    GUEST,
    HOMELESS,
    NEWCOMER,
    NOBODY,
    OWNER,
    VIEWER,
    Fields,
    View,
    sent,
)

ADDRESS = "vito@example.org"
FINAL = "Use SQLite by default; Neo4j remains optional."
PROPOSED = {"memory_id": "M-003", "proposed_content": "Use SQLite and remove Neo4j."}
HOME = f"/p/{DEMO}/"
CHOICES = "/p/album/settings/notifications/"
WRONG: Fields = (("login", "olga"), ("password", "wrong"))
MISMATCHED: Fields = (("username", "olga"), ("password1", "1234"), ("password2", "12345"))


def doors() -> list[View]:
    return [*signing_in(), *links_of_mails(), *choosing(), *demo(), *keeping()]


def signing_in() -> list[View]:
    up = "/accounts/signup/"
    return [
        View("sign-in-refused", "/accounts/login/", NOBODY, sends=WRONG),
        View("nothing-at-all", "/nowhere/", NOBODY, status=404),
        View("no-sign-up", up, NOBODY, status=404),
        View("sign-up", up, NOBODY, is_further=True),
        View("sign-up-refused", up, NOBODY, sends=MISMATCHED, is_further=True),
        View("landing-open", "/", NOBODY, is_further=True),
        View("sign-in-open", "/accounts/login/", NOBODY, is_further=True),
        View("no-project-account", "/", HOMELESS, opens=(".me > summary",)),
    ]


def links_of_mails() -> list[View]:
    vito = User.objects.get(username=VIEWER)
    choice = NotificationChoice.objects.create(user=vito, address=ADDRESS)
    mine = signing.dumps([vito.pk, ADDRESS], salt=CONFIRM)
    confirm, leave = "/notifications/address/", "/notifications/unsubscribe/"
    return [
        View("address", f"{confirm}{mine}/", NOBODY),
        sent("address-too-old", f"{confirm}x/", 410, NOBODY),
        sent("address-confirmed", f"{confirm}{mine}/", 200, NOBODY),
        View("unsubscribe", f"{leave}{token(choice)}/", NOBODY),
    ]


def choosing() -> list[View]:
    hook = {"do": "hook", "url": "http://localhost:9/" + "hook" * 40}
    ask: Fields = (("do", "address"), ("address", "olga@example.org"))
    return [
        View("choices", CHOICES),
        sent("choices-refused", CHOICES, do="hook", url="ftp://example.org/" + "a" * 200),
        sent("choices-secret", CHOICES, 200, VIEWER, **hook),
        View("choices-hook", CHOICES, VIEWER),
        View("choices-mail", CHOICES, VIEWER, is_further=True),
        View("choices-unreachable", CHOICES, OWNER, 422, sends=ask, is_further=True),
        View("choices-too-soon", CHOICES, OWNER, 429, sends=ask, is_further=True),
    ]


def demo() -> list[View]:
    """The guide's six steps, as a guest and their agent go them; then a demo begun anew."""
    brief = ("get_project_brief", {})
    recall = ("recall_memory", {"query": "storage architecture"})
    propose = ("propose_memory_change", PROPOSED)
    apply = ("apply_approved_memory_change", {"proposal_id": "P-0003"})
    edited: Fields = (("revision", "1"), ("content", FINAL))
    approve = f"{HOME}proposals/P-0003/approve/"
    pages = {"": "", "-guide": "guide/", "-activity": "activity/", "-graph": "graph/"}
    return [
        *(View(f"demo{name}", HOME + path, GUEST) for name, path in pages.items()),
        View("demo-memories", f"{HOME}memories/", GUEST),
        View("demo-settings", f"{HOME}settings/", GUEST),
        View("demo-choices", f"{HOME}settings/notifications/", GUEST),
        View("demo-proposals", f"{HOME}proposals/", GUEST),
        View("demo-pressed-guide", HOME, GUEST, opens=(".guide > summary",)),
        View("demo-keep", "/demo/keep/", GUEST),
        View("demo-keep-open", "/demo/keep/", GUEST, is_further=True),
        View("demo-memory", f"{HOME}memories/M-003/", GUEST),
        View("demo-proposed", f"{HOME}guide/", GUEST, calls=(brief, recall, propose)),
        View("demo-to-decide", f"{HOME}proposals/P-0003/", GUEST),
        View("demo-approved", approve, GUEST, sends=edited),
        View("demo-done", f"{HOME}guide/", GUEST, calls=(apply, recall)),
        View("demo-done-beside", HOME, GUEST),
        View("demo-left", f"{HOME}guide/exit/", GUEST, sends=()),
        View("demo-again", "/demo/start/", GUEST, sends=(("restart", DEMO),)),
        View("demo-closed", HOME, GUEST),
        View("demo-closed-settings", f"{HOME}settings/", GUEST),
    ]


def keeping() -> list[View]:
    taken: Fields = (("name", ""), ("slug", "album"))
    return [
        View("keep-none", "/demo/keep/", OWNER, status=404),
        View("keep-offered", "/", NEWCOMER),
        View("keep", "/demo/keep/", NEWCOMER),
        View("keep-refused", "/demo/keep/", NEWCOMER, 422, sends=taken),
    ]
