import re

import pytest

from memory.models import AgentKey, AuditEvent, Membership
from memory.roles import Role
from memory.services.keys import find_key
from tests.factories import make_project, make_user
from tests.pages.seen import shown

SETTINGS = "/p/acme/settings/"
POLICY = {"do": "policy", "confirm_with": "click", "approvals_needed": "1", "approval_days": ""}


@pytest.fixture
def as_alice(browse, alice, acme):
    return browse(alice)


def last_event():
    return AuditEvent.objects.latest("pk").type


def test_only_owners_come_in(browse, bob, dora, vera, charlie, acme):
    for person, status in ((bob, 403), (dora, 403), (vera, 403), (charlie, 404), (None, 302)):
        assert browse(person).get(SETTINGS).status_code == status
        assert browse(person).post(SETTINGS, POLICY).status_code == status


def test_it_offers_no_tools_to_agents(as_alice):
    page = as_alice.get(SETTINGS)

    assert "site-tools" not in shown(page).replace("js/site-tools", "")
    assert page["Permissions-Policy"] == "tools=()"


def test_a_project_says_what_it_is_for(as_alice, acme):
    as_alice.post(SETTINGS, {"do": "describe", "name": "Acme two", "purpose": "Ships."})

    acme.refresh_from_db()
    assert (acme.name, acme.purpose, acme.slug) == ("Acme two", "Ships.", "acme")


def test_a_name_that_cannot_be_keeps_what_was_typed(as_alice, acme):
    answer = as_alice.post(SETTINGS, {"do": "describe", "name": "", "purpose": "My purpose."})

    assert answer.status_code == 422
    assert "My purpose." in shown(answer)


def test_policy_is_changed_and_recorded(as_alice, acme):
    answer = as_alice.post(
        SETTINGS,
        POLICY | {"four_eyes": "on", "approvals_needed": "2", "approval_days": "7"},
        follow=True,
    )

    acme.policy.refresh_from_db()
    assert (acme.policy.four_eyes, acme.policy.approvals_needed) == (True, 2)
    assert acme.policy.approval_days == 7
    assert last_event() == "policy.changed"
    assert "2 approvals are needed and 1 person may review" in shown(answer)


@pytest.mark.parametrize("wrong", ["0", "6", "many", ""])
def test_a_policy_that_cannot_be_is_refused(as_alice, acme, wrong):
    answer = as_alice.post(SETTINGS, POLICY | {"approvals_needed": wrong})

    assert answer.status_code == 422
    acme.policy.refresh_from_db()
    assert acme.policy.approvals_needed == 1


def test_nobody_without_a_password_asks_for_one(browse, acme, alice):
    alice.set_unusable_password()
    alice.save()

    answer = browse(alice).post(SETTINGS, POLICY | {"confirm_with": "password"})

    assert answer.status_code == 422
    assert "sign in without a password" in shown(answer)


def test_members_come_change_and_go(as_alice, acme):
    make_user("erin")

    as_alice.post(SETTINGS, {"do": "add_member", "user": "erin", "role": "viewer"})
    as_alice.post(SETTINGS, {"do": "change_role", "user": "erin", "role": "reviewer"})

    assert Membership.objects.get(project=acme, user__username="erin").role == Role.REVIEWER
    as_alice.post(SETTINGS, {"do": "remove_member", "user": "erin"})
    assert not Membership.objects.filter(user__username="erin").exists()
    assert last_event() == "member.removed"


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ({"do": "add_member", "user": "nobody", "role": "viewer"}, "Nobody signs in here"),
        ({"do": "add_member", "user": "bob", "role": "viewer"}, "Is a member already"),
        ({"do": "change_role", "user": "alice", "role": "viewer"}, "keeps at least one owner"),
        ({"do": "remove_member", "user": "alice"}, "keeps at least one owner"),
        ({"do": "remove_member", "user": "charlie"}, "Is not a member"),
        ({"do": "revoke_key", "key": "wgl_unknown"}, "Is not a key of this project"),
    ],
)
def test_what_cannot_be_is_said(as_alice, charlie, sent, reason):
    answer = as_alice.post(SETTINGS, sent)

    assert answer.status_code == 422
    assert reason in shown(answer)


def test_an_owner_who_steps_down_is_led_elsewhere(as_alice, bob, acme):
    as_alice.post(SETTINGS, {"do": "change_role", "user": "bob", "role": "owner"})

    answer = as_alice.post(SETTINGS, {"do": "change_role", "user": "alice", "role": "viewer"})
    left = as_alice.get(SETTINGS)

    assert answer["Location"] == "/p/acme/memories/"
    assert left.status_code == 403


def test_a_demo_lets_nobody_in(browse, acme):
    visitor = make_user("visitor")
    make_project("demo", owner=visitor, is_demo=True)

    answer = browse(visitor).post(
        "/p/demo/settings/", {"do": "add_member", "user": "alice", "role": "viewer"}
    )

    assert answer.status_code == 422
    assert Membership.objects.filter(project__slug="demo").count() == 1


def test_a_key_is_shown_once(as_alice, alice):
    answer = as_alice.post(
        SETTINGS, {"do": "create_key", "name": "Builder", "scopes": ["read", "propose"]}
    )

    token = re.search(r"wgl_[\w-]{40,}", shown(answer))[0]
    key = find_key(token)
    assert (key.name, key.scopes, key.made_for) == ("Builder", ["propose", "read"], alice)
    assert "no-store" in answer["Cache-Control"]
    assert token not in shown(as_alice.get(SETTINGS))
    assert token not in str(list(AuditEvent.objects.values()))


def test_a_key_needs_a_name_and_a_scope(as_alice):
    assert as_alice.post(SETTINGS, {"do": "create_key", "name": "x"}).status_code == 422
    assert as_alice.post(SETTINGS, {"do": "create_key", "scopes": ["read"]}).status_code == 422
    assert not AgentKey.objects.exists()


def test_a_revoked_key_opens_nothing(as_alice):
    made = as_alice.post(SETTINGS, {"do": "create_key", "name": "Builder", "scopes": ["read"]})
    token = re.search(r"wgl_[\w-]{40,}", shown(made))[0]

    answer = as_alice.post(SETTINGS, {"do": "revoke_key", "key": token[:12]}, follow=True)

    assert find_key(token) is None
    assert "revoked <time" in shown(answer)


@pytest.mark.parametrize("typed", ["", "acme-2", "Acme Inc", "other"])
def test_no_project_is_closed_by_a_slip(as_alice, acme, typed):
    answer = as_alice.post(SETTINGS, {"do": "close", "slug": typed})

    assert answer.status_code == 422
    acme.refresh_from_db()
    assert acme.closed_at is None


def test_a_project_is_closed_by_its_typed_name(as_alice, acme):
    answer = as_alice.post(SETTINGS, {"do": "close", "slug": " ACME "}, follow=True)

    acme.refresh_from_db()
    assert acme.closed_at is not None
    assert last_event() == "project.closed"
    page = shown(answer)
    assert "This project is closed." in page
    assert "alice" in page
    assert 'name="do"' not in page
    assert "/p/acme/people/" in page
    assert as_alice.post(SETTINGS, POLICY).status_code == 403
    assert as_alice.post(SETTINGS, {"do": "close", "slug": "acme"}).status_code == 403


def test_closing_asks_for_what_policy_asks_for(as_alice, acme):
    as_alice.post(SETTINGS, POLICY | {"confirm_with": "password"})
    assert 'name="password"' in shown(as_alice.get(SETTINGS))

    for password, status in (("", 422), ("wrong", 422), ("a long password", 303)):
        sent = {"do": "close", "slug": "acme", "password": password}
        answer = as_alice.post(SETTINGS, sent)
        assert answer.status_code == status
        assert "a long password" not in shown(answer)

    acme.refresh_from_db()
    assert acme.closed_at is not None


def test_nobody_but_an_owner_closes_it(browse, bob, dora, vera, charlie, acme):
    for person, status in ((bob, 403), (dora, 403), (vera, 403), (charlie, 404), (None, 302)):
        answer = browse(person).post(SETTINGS, {"do": "close", "slug": "acme"})
        assert answer.status_code == status

    acme.refresh_from_db()
    assert acme.closed_at is None


def test_an_unknown_form_does_nothing(as_alice):
    events = AuditEvent.objects.count()

    assert as_alice.post(SETTINGS, {"do": "everything"}).status_code == 422
    assert AuditEvent.objects.count() == events


def test_names_stay_text(as_alice, acme):
    hostile = "<img src=x onerror=alert(1)>"
    make_user("erin", display_name=hostile)
    as_alice.post(SETTINGS, {"do": "add_member", "user": "erin", "role": "viewer"})
    as_alice.post(SETTINGS, {"do": "create_key", "name": hostile, "scopes": ["read"]})

    assert "<img src=x" not in as_alice.get(SETTINGS).content.decode()
