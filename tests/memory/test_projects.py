"""Projects: one slug whatever its case, one name for each, and nothing more once closed."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from memory import limits
from memory.access import get_access
from memory.actors import human, page_agent
from memory.errors import Forbidden, InvalidInput
from memory.models import AuditEvent, Membership, Policy, Project, ProjectHead, User
from memory.roles import Role
from memory.services import keys, projects
from memory.services.projects import close_project, create_project, describe
from proposals.changes import Asked
from proposals.services.apply import apply
from proposals.services.propose import propose
from proposals.services.review import approve
from proposals.states import Operation, Status
from tests.factories import make_memory, make_project, make_proposal, make_user


def create(slug: str, owner: User, name: str = "Life", **fields: Any) -> Project:
    return create_project(slug, name=name, owner=owner, actor=human(owner), **fields)


def test_a_new_project_has_a_policy_a_chain_and_an_owner(alice: User) -> None:
    project = create("life", alice)

    policy = Policy.objects.get(project=project)
    assert (policy.four_eyes, policy.confirm_with, policy.approvals_needed) == (False, "click", 1)
    assert policy.approval_days is None
    assert ProjectHead.objects.get(project=project).event_seq == 2
    assert Membership.objects.get(project=project).role == Role.OWNER
    assert len(bytes(project.value_key)) == 32


def test_two_projects_never_share_the_key_of_their_values(alice: User) -> None:
    one, other = create("one", alice), create("other", alice)

    assert bytes(one.value_key) != bytes(other.value_key)


@pytest.mark.parametrize("again", ["life", "LIFE", "Life", "lIfE"])
def test_a_slug_is_given_once_whatever_its_case(alice: User, bob: User, again: str) -> None:
    project = create("Life", alice)

    with pytest.raises(InvalidInput) as refused:
        create(again, bob)

    assert "slug" in refused.value.fields
    assert list(Project.objects.all()) == [project]
    assert project.slug == "life"


def test_the_database_itself_knows_no_case_in_slugs(alice: User) -> None:
    create("life", alice)

    with pytest.raises(IntegrityError), transaction.atomic():
        Project.objects.create(slug="LIFE", name="Life", created_at=timezone.now())


@pytest.mark.parametrize("path", ["LIFE", "Life", "life"])
def test_every_spelling_of_the_address_leads_to_the_one_project(
    alice: User, browse: Any, path: str
) -> None:
    create("life", alice)

    answer = browse(alice).get(f"/p/{path}/memories/?q=x", follow=True)

    assert answer.status_code == 200
    assert answer.request["PATH_INFO"] == "/p/life/memories/"
    assert answer.request["QUERY_STRING"] == "q=x"


def test_a_name_may_be_shared_and_each_project_keeps_its_own(alice: User, bob: User) -> None:
    ours, theirs = create("life", alice), create("life-2", bob)
    make_memory(ours, "Ours.")

    renamed = describe(theirs, by=bob, name="Life again", purpose="")

    assert (Project.objects.get(pk=ours.pk).name, renamed.slug) == ("Life", "life-2")
    assert not theirs.memories.exists()


SLUGS = ["", " ", "-", "a-", "-a", "a--b", "a b", "a/b", "ä", "a.b", "a_b", "a\n", "..", "\x00"]


@pytest.mark.parametrize("slug", [*SLUGS, "x" * (limits.SLUG + 1)])
def test_a_slug_that_no_address_holds_is_refused(alice: User, slug: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        create(slug, alice)

    assert "slug" in refused.value.fields
    assert create("x" * limits.SLUG, alice).pk


@pytest.mark.parametrize("field", ["name", "purpose"])
@pytest.mark.parametrize("value", ["a\x00b", "\ud800", "\ufffe", "🐝" * 2_001])
def test_words_that_no_database_holds_are_refused(alice: User, field: str, value: str) -> None:
    project = create("life", alice)

    with pytest.raises(InvalidInput) as made:
        create("other", alice, **{field: value})
    with pytest.raises(InvalidInput) as described:
        describe(project, by=alice, **({"name": "Life", "purpose": ""} | {field: value}))

    assert list(made.value.fields) == list(described.value.fields) == [field]
    assert Project.objects.get().name == "Life"


@pytest.mark.parametrize("name", ["", "   ", "\u200b"])
def test_a_blank_name_is_refused(alice: User, name: str) -> None:
    with pytest.raises(InvalidInput, match="named fields"):
        create("life", alice, name=name)


def test_what_was_refused_leaves_no_half_project(alice: User) -> None:
    with pytest.raises(InvalidInput):
        create("a b", alice)

    assert (Project.objects.count(), Policy.objects.count(), AuditEvent.objects.count()) == (
        0,
        0,
        0,
    )


WRITES: dict[str, Any] = {
    "add_member": lambda s: projects.add_member(s["acme"], make_user(), Role.VIEWER, by=s["alice"]),
    "change_role": lambda s: projects.change_role(s["acme"], s["bob"], Role.VIEWER, by=s["alice"]),
    "remove_member": lambda s: projects.remove_member(s["acme"], s["bob"], by=s["alice"]),
    "change_policy": lambda s: projects.change_policy(s["acme"], by=s["alice"], four_eyes=True),
    "describe": lambda s: describe(s["acme"], by=s["alice"], name="New", purpose=""),
    "close": lambda s: close_project(s["acme"], actor=human(s["alice"])),
    "create_key": lambda s: keys.create_key(
        s["acme"], name="R", scopes=["read"], made_for=s["bob"], actor=human(s["alice"])
    ),
    "propose": lambda s: propose(
        s["acme"],
        Asked(operation=Operation.CREATE, kind="fact", content="New."),
        actor=page_agent(s["bob"]),
    ),
    "approve": lambda s: approve(s["pending"], by=s["alice"], revision=1),
    "apply": lambda s: apply(s["approved"], actor=human(s["alice"])),
}


@pytest.fixture
def scene(acme: Project, alice: User, bob: User) -> dict[str, Any]:
    pending = make_proposal(acme, "Pending.", by=bob)
    approved = make_proposal(acme, "Approved.", by=bob, status=Status.APPROVED)
    return {"acme": acme, "alice": alice, "bob": bob, "pending": pending, "approved": approved}


@pytest.mark.parametrize("write", WRITES)
def test_a_closed_project_refuses_what_an_open_one_takes(scene: dict[str, Any], write: str) -> None:
    with transaction.atomic():
        WRITES[write](scene)
        transaction.set_rollback(True)
    close_project(scene["acme"], actor=human(scene["alice"]))
    before = AuditEvent.objects.count()

    with pytest.raises(Forbidden, match="closed"):
        WRITES[write](scene)

    assert AuditEvent.objects.count() == before


def test_a_closed_project_is_still_read(acme: Project, bob: User) -> None:
    make_memory(acme)
    close_project(acme, actor=human(bob))

    assert get_access(bob, "acme").project.memories.count() == 1


def test_one_closed_leaves_others_open(acme: Project, alice: User) -> None:
    close_project(acme, actor=human(alice))

    assert make_memory(make_project("other", owner=alice)).pk
