"""Members and policy are an owner's to change, and an owner is always left."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from memory import limits
from memory.errors import Forbidden, InvalidInput, NotFound
from memory.models import AuditEvent, Membership, Policy, Project, User
from memory.roles import Role
from memory.services.projects import add_member, change_policy, change_role, remove_member
from tests.factories import join, make_user

ACTS: dict[str, Any] = {
    "add": lambda acme, by, other: add_member(acme, make_user("new"), Role.VIEWER, by=by),
    "change": lambda acme, by, other: change_role(acme, other, Role.VIEWER, by=by),
    "remove": lambda acme, by, other: remove_member(acme, other, by=by),
    "policy": lambda acme, by, other: change_policy(acme, by=by, four_eyes=True),
}


@pytest.fixture
def dora(acme: Project) -> User:
    return join(acme, make_user("dora"), Role.CONTRIBUTOR)


def role_of(user: User) -> str | None:
    membership = Membership.objects.filter(user=user, project__slug="acme").first()
    return membership.role if membership else None


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("role", [Role.VIEWER, Role.CONTRIBUTOR, Role.REVIEWER])
def test_whoever_is_no_owner_changes_nothing(
    acme: Project, bob: User, dora: User, act: str, role: Role
) -> None:
    Membership.objects.filter(user=bob).update(role=role)
    before = AuditEvent.objects.count()

    with pytest.raises(Forbidden):
        ACTS[act](acme, bob, dora)

    assert AuditEvent.objects.count() == before


@pytest.mark.parametrize("act", ACTS)
def test_an_owner_does_and_an_outsider_finds_nothing(
    acme: Project, alice: User, charlie: User, dora: User, act: str
) -> None:
    with pytest.raises(NotFound), transaction.atomic():
        ACTS[act](acme, charlie, dora)

    before = AuditEvent.objects.count()
    ACTS[act](acme, alice, dora)
    assert AuditEvent.objects.count() == before + 1


def test_the_last_owner_neither_leaves_nor_steps_down(acme: Project, alice: User) -> None:
    with pytest.raises(InvalidInput):
        remove_member(acme, alice, by=alice)
    with pytest.raises(InvalidInput):
        change_role(acme, alice, Role.REVIEWER, by=alice)

    assert role_of(alice) == Role.OWNER


def test_with_a_second_owner_the_first_may_go(acme: Project, alice: User, bob: User) -> None:
    change_role(acme, bob, Role.OWNER, by=alice)

    remove_member(acme, alice, by=alice)

    assert (role_of(alice), role_of(bob)) == (None, Role.OWNER)


def test_an_owner_whose_account_is_closed_is_none_that_is_left(
    acme: Project, alice: User, bob: User
) -> None:
    change_role(acme, bob, Role.OWNER, by=alice)
    User.objects.filter(pk=bob.pk).update(is_active=False)

    with pytest.raises(InvalidInput):
        remove_member(acme, alice, by=alice)


def test_who_was_removed_has_no_way_in_from_that_moment(
    acme: Project, alice: User, bob: User, browse: Any
) -> None:
    browser = browse(bob)
    assert browser.get("/p/acme/memories/").status_code == 200

    remove_member(acme, bob, by=alice)

    assert browser.get("/p/acme/memories/").status_code == 404


def test_a_role_that_stays_is_no_event(acme: Project, alice: User, bob: User) -> None:
    before = AuditEvent.objects.count()

    change_role(acme, bob, Role.CONTRIBUTOR, by=alice)

    assert AuditEvent.objects.count() == before


def test_nobody_is_a_member_twice(acme: Project, alice: User, bob: User) -> None:
    with pytest.raises(InvalidInput, match="named fields"):
        add_member(acme, bob, Role.VIEWER, by=alice)
    with pytest.raises(IntegrityError), transaction.atomic():
        join(acme, bob, Role.OWNER)

    assert role_of(bob) == Role.CONTRIBUTOR


def test_a_role_that_nobody_knows_is_refused_by_the_database(acme: Project, charlie: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(project=acme, user=charlie, role="king")


WRONG = [
    ("approvals_needed", 0),
    ("approvals_needed", -1),
    ("approvals_needed", limits.APPROVALS + 1),
    ("approvals_needed", "many"),
    ("approvals_needed", None),
    ("approval_days", 0),
    ("approval_days", limits.APPROVAL_DAYS + 1),
    ("confirm_with", "a nod"),
    ("confirm_with", ""),
    ("four_eyes", None),
    ("four_eyes", "perhaps"),
]


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_a_policy_that_makes_no_sense_is_refused_in_its_field(
    acme: Project, alice: User, field: str, value: Any
) -> None:
    before = Policy.objects.values().get(project=acme)

    with pytest.raises(InvalidInput) as refused:
        change_policy(acme, by=alice, **{field: value})

    assert list(refused.value.fields) == [field]
    assert Policy.objects.values().get(project=acme) == before


def test_no_row_lets_everything_through_without_an_approval(acme: Project) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Policy.objects.filter(project=acme).update(approvals_needed=0)


def test_a_change_of_policy_tells_what_it_was_and_is(acme: Project, alice: User) -> None:
    change_policy(acme, by=alice, four_eyes=True, approvals_needed=2, confirm_with="click")

    event = AuditEvent.objects.latest("pk")
    assert event.details == {"four_eyes": [False, True], "approvals_needed": [1, 2]}
    change_policy(acme, by=alice, four_eyes=True)
    assert AuditEvent.objects.latest("pk") == event
