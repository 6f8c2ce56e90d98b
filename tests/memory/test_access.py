"""One guarded way from a name to a row. For whoever is not a member, nothing exists."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser

from memory.access import access_to, get_access, get_memory
from memory.errors import Forbidden, NotFound
from memory.models import Membership, Project, User
from memory.roles import Role, Scope
from tests.factories import join, make_project, make_user
from tests.memory.recorded import make_memory

ROLES = list(Role)


@pytest.mark.parametrize("needed", ROLES)
@pytest.mark.parametrize("held", ROLES)
def test_each_role_may_what_the_roles_before_it_may(held: Role, needed: Role) -> None:
    assert held.covers(needed) == (ROLES.index(held) >= ROLES.index(needed))


def test_a_key_that_only_reads_needs_a_viewer_and_any_other_a_contributor() -> None:
    assert {scope: scope.role for scope in Scope} == {
        Scope.READ: Role.VIEWER,
        Scope.PROPOSE: Role.CONTRIBUTOR,
        Scope.APPLY: Role.CONTRIBUTOR,
    }


def test_a_member_without_the_right_is_told_what_it_takes(acme: Project, bob: User) -> None:
    with pytest.raises(Forbidden, match="takes the reviewer role"):
        get_access(bob, "acme", Role.REVIEWER)

    assert get_access(bob, "acme", Role.CONTRIBUTOR).project == acme


def refusal_of(user: Any, slug: str) -> str:
    with pytest.raises(NotFound) as refused:
        get_access(user, slug)
    return str(refused.value)


def test_outsiders_are_answered_as_if_there_were_no_such_project(
    acme: Project, charlie: User
) -> None:
    superuser = make_user("root", is_superuser=True, is_staff=True)
    gone = make_user("gone", is_active=False)
    join(acme, gone, Role.OWNER)

    told = {refusal_of(user, "acme") for user in (charlie, AnonymousUser(), superuser, gone)}

    assert told == {refusal_of(charlie, "no-such-project")}


def test_a_superuser_who_is_a_member_is_one_with_that_role(acme: Project) -> None:
    superuser = join(acme, make_user("root", is_superuser=True), Role.VIEWER)

    assert get_access(superuser, "acme").role is Role.VIEWER
    with pytest.raises(Forbidden):
        get_access(superuser, "acme", Role.CONTRIBUTOR)


def test_a_dropped_demo_is_not_there_any_more(alice: User) -> None:
    demo = make_project("demo", owner=alice, is_demo=True)
    assert get_access(alice, "demo").project == demo

    Project.objects.filter(pk=demo.pk).update(dropped_at=demo.created_at)

    assert refusal_of(alice, "demo")


def test_a_role_is_read_anew_for_every_change(acme: Project, bob: User) -> None:
    old_copy = User.objects.get(pk=bob.pk)
    assert access_to(acme, old_copy, Role.CONTRIBUTOR)

    Membership.objects.filter(user=bob).update(role=Role.VIEWER)
    with pytest.raises(Forbidden):
        access_to(acme, old_copy, Role.CONTRIBUTOR)

    User.objects.filter(pk=bob.pk).update(is_active=False)
    with pytest.raises(NotFound):
        access_to(acme, old_copy, Role.VIEWER)


def test_a_person_who_was_deleted_meanwhile_is_nobody(acme: Project, bob: User) -> None:
    old_copy = User.objects.get(pk=bob.pk)
    bob.delete()

    with pytest.raises(NotFound):
        access_to(acme, old_copy, Role.VIEWER)


def test_a_memory_is_found_by_its_id_and_by_its_number(acme: Project) -> None:
    make_memory(acme)
    memory = make_memory(acme)
    refs = [str(memory.public_id), memory.public_id.hex, "M-002", "m-2", "M-0000002"]

    assert [get_memory(acme, ref) for ref in refs] == [memory] * len(refs)


NONSENSE = ["", " ", "M-", "M-0", "M--2", "M-2 ", "P-002", "2", "M-2\n", "M-٢", "M-2;", "\x00", "%"]
NONSENSE += ["M-" + "9" * 15, "M-" + "9" * 400, "x" * 5_000, "\ud800", "{}", "None", "M-1e3", "-1"]


@pytest.mark.parametrize("ref", NONSENSE)
def test_a_reference_that_names_nothing_is_not_found(acme: Project, ref: str) -> None:
    make_memory(acme)

    with pytest.raises(NotFound):
        get_memory(acme, ref)


def test_another_projects_id_is_answered_like_one_that_was_never_given(
    acme: Project, elsewhere: Project
) -> None:
    foreign = make_memory(elsewhere)
    told = set()

    for ref in (str(foreign.public_id), str(uuid4()), foreign.label, "M-999", "nonsense"):
        with pytest.raises(NotFound) as refused:
            get_memory(acme, ref)
        told.add((str(refused.value), str(refused.value.data)))

    assert len(told) == 1
    assert get_memory(elsewhere, str(foreign.public_id)) == foreign


def test_the_same_number_names_each_projects_own(acme: Project, elsewhere: Project) -> None:
    ours, theirs = make_memory(acme), make_memory(elsewhere)

    assert ours.label == theirs.label == "M-001"
    assert (get_memory(acme, "M-001"), get_memory(elsewhere, "M-001")) == (ours, theirs)
