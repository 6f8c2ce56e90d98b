"""Who may listen, and how a socket ends when the right to listen does."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from memory import announce
from memory.models import Project, User
from memory.roles import Role
from memory.services.drop import drop_demo
from memory.services.projects import change_role, remove_member
from tests.factories import join, make_project, make_user
from tests.site.events import rename
from tests.site.sockets import Sockets

pytestmark = pytest.mark.race


@pytest.mark.parametrize("role", list(Role))
def test_every_member_may_listen(sockets: Sockets, browse: Any, acme: Project, role: Role) -> None:
    member = join(acme, make_user(), role)

    assert sockets.open(browse(member)).is_open


def test_who_is_no_member_is_refused_at_the_door_like_for_no_project(
    sockets: Sockets, browse: Any, acme: Project, bob: User, charlie: User
) -> None:
    root = make_user("root", is_superuser=True)
    strangers = [sockets.open(browse(user)) for user in (None, charlie, root)]
    nowhere = sockets.open(browse(bob), "no-such-project")

    answers = {(one.is_open, one.code) for one in (*strangers, nowhere)}

    assert answers == {(False, 4403)}
    assert sockets.open(browse(bob)).is_open


def test_a_forged_session_is_nobody(sockets: Sockets, acme: Project) -> None:
    browser = Client()
    browser.cookies[settings.SESSION_COOKIE_NAME] = "x" * 32

    assert not sockets.open(browser).is_open


def test_another_sites_page_is_refused(
    sockets: Sockets, browse: Any, acme: Project, bob: User
) -> None:
    assert not sockets.open(browse(bob), origin=b"https://evil.example").is_open
    assert sockets.open(browse(bob)).is_open


@pytest.mark.parametrize("slug", ["ACME", "Acme"])
def test_the_address_knows_no_case(
    sockets: Sockets, browse: Any, acme: Project, bob: User, slug: str
) -> None:
    assert sockets.open(browse(bob), slug).is_open


def sign_out(browser: Client, bob: User, acme: Project, alice: User) -> None:
    browser.post("/accounts/logout/")


def change_password(browser: Client, bob: User, acme: Project, alice: User) -> None:
    bob.set_password("another long password")
    bob.save()


def deactivate(browser: Client, bob: User, acme: Project, alice: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)


def expire(browser: Client, bob: User, acme: Project, alice: User) -> None:
    sessions = Session.objects.filter(pk=browser.session.session_key)
    sessions.update(expire_date=timezone.now() - timedelta(seconds=1))


ENDS: dict[str, Callable[[Client, User, Project, User], Any]] = {
    "signing out": sign_out,
    "changing the password": change_password,
    "deactivating the account": deactivate,
    "deleting the account": lambda browser, bob, acme, alice: bob.delete(),
    "removing the member": lambda browser, bob, acme, alice: remove_member(acme, bob, by=alice),
    "deleting the session": lambda browser, bob, acme, alice: browser.session.delete(),
    "letting the session expire": expire,
}


@pytest.mark.parametrize("end", ENDS)
def test_the_socket_ends_with_the_right_and_tells_nothing_after(
    sockets: Sockets, browse: Any, acme: Project, alice: User, bob: User, end: str
) -> None:
    browser, witness = browse(bob), sockets.open(browse(alice))
    socket = sockets.open(browser)
    rename(acme, alice)
    assert socket.hear() == witness.hear()

    ENDS[end](browser, bob, acme, alice)
    rename(acme, alice)
    announce.tool_called(acme.pk, "recall_memory", "ok")

    assert socket.heard_until_closed() == ([], 4403)
    assert "policy.changed" in {frame["type"] for frame in witness.hear(2)}


def test_one_sign_out_leaves_the_persons_other_browser_open(
    sockets: Sockets, browse: Any, acme: Project, alice: User, bob: User
) -> None:
    here, there = browse(bob), browse(bob)
    ending, staying = sockets.open(here), sockets.open(there)

    sign_out(here, bob, acme, alice)
    rename(acme, alice)

    assert ending.heard_until_closed() == ([], 4403)
    assert [frame["type"] for frame in staying.hear()] == ["policy.changed"]


def test_a_smaller_role_listens_on(
    sockets: Sockets, browse: Any, acme: Project, alice: User, bob: User
) -> None:
    socket = sockets.open(browse(bob))

    change_role(acme, bob, Role.VIEWER, by=alice)

    assert [frame["type"] for frame in socket.hear()] == ["member.changed"]


def test_a_dropped_demo_ends_its_sockets(sockets: Sockets, browse: Any, alice: User) -> None:
    demo = make_project("demo", owner=alice, is_demo=True)
    socket = sockets.open(browse(alice), "demo")

    drop_demo(demo)

    assert socket.heard_until_closed() == ([], 4403)


def test_coming_back_after_being_removed_is_refused(
    sockets: Sockets, browse: Any, acme: Project, alice: User, bob: User
) -> None:
    browser = browse(bob)
    assert sockets.open(browser, after=0).is_open

    remove_member(acme, bob, by=alice)

    assert not sockets.open(browser, after=0).is_open
