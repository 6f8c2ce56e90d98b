import json

import pytest

from memory.actors import human
from memory.errors import CameTooLate, Forbidden, InvalidInput, NotFound
from memory.models import AuditEvent, Membership, Memory, Project, User
from memory.roles import Role
from memory.services.projects import change_policy, close_project, remove_member
from proposals.models.review import Decision
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import join, make_proposal, make_user
from tests.proposals.traces import leaves, nothing_changes


def test_a_reviewer_approves_the_words_as_they_are(acme: Project, dora: User, bob: User) -> None:
    proposal = make_proposal(acme, "Ships are blue.", by=bob)

    with leaves(acme, "proposal.approved"):
        approved = approve(proposal, by=dora, revision=1, note="Seen myself.")

    assert (approved.status, approved.revision) == (Status.APPROVED, 1)
    review = approved.reviews.get()
    assert (review.decision, review.reviewer, review.role) == (Decision.APPROVE, dora, "reviewer")
    assert (review.edited, review.note, review.confirmed_with) == (False, "Seen myself.", "click")
    assert review.digest == approved.current.digest
    assert not Memory.objects.exists()


def test_the_event_of_an_approval_holds_its_digest_and_no_words(acme: Project, dora: User) -> None:
    proposal = make_proposal(acme, "Ships are blue.")

    approve(proposal, by=dora, revision=1, note="Seen myself.")

    event = AuditEvent.objects.get(type="proposal.approved")
    assert event.details["digest"] == proposal.current.digest
    assert event.actor["name"] == "dora"
    assert not any(word in json.dumps(event.details) for word in ("Ships", "Seen"))


@pytest.mark.parametrize(
    ("role", "refusal"),
    [(Role.VIEWER, Forbidden), (Role.CONTRIBUTOR, Forbidden), (None, NotFound)],
)
def test_who_is_no_reviewer_approves_nothing(
    acme: Project, role: Role | None, refusal: type[Exception]
) -> None:
    person = make_user("eve")
    if role:
        join(acme, person, role)
    proposal = make_proposal(acme)

    with nothing_changes(), pytest.raises(refusal):
        approve(proposal, by=person, revision=1)


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.OWNER])
def test_reviewers_and_owners_approve(acme: Project, role: Role) -> None:
    person = join(acme, make_user("eve"), role)

    assert approve(make_proposal(acme), by=person, revision=1).status == Status.APPROVED


def test_a_superuser_reviews_only_as_a_member(acme: Project) -> None:
    root = make_user("root", is_superuser=True, is_staff=True)
    proposal = make_proposal(acme)

    with nothing_changes(), pytest.raises(NotFound):
        approve(proposal, by=root, revision=1)


def test_a_reviewer_who_was_removed_meanwhile_approves_nothing(
    acme: Project, alice: User, dora: User
) -> None:
    proposal = make_proposal(acme)
    opened_by = User.objects.get(pk=dora.pk)
    remove_member(acme, dora, by=alice)

    with nothing_changes(), pytest.raises(NotFound):
        approve(proposal, by=opened_by, revision=1)


def test_a_reviewer_whose_role_was_lowered_meanwhile_approves_nothing(
    acme: Project, dora: User
) -> None:
    proposal = make_proposal(acme)
    Membership.objects.filter(user=dora).update(role=Role.CONTRIBUTOR)

    with nothing_changes(), pytest.raises(Forbidden):
        approve(proposal, by=dora, revision=1)


def test_a_reviewer_whose_account_was_closed_approves_nothing(acme: Project, dora: User) -> None:
    proposal = make_proposal(acme)
    User.objects.filter(pk=dora.pk).update(is_active=False)

    with nothing_changes(), pytest.raises(NotFound):
        approve(proposal, by=dora, revision=1)


def test_nothing_is_approved_in_a_closed_project(acme: Project, alice: User) -> None:
    proposal = make_proposal(acme)
    close_project(acme, actor=human(alice))

    with nothing_changes(), pytest.raises(Forbidden):
        approve(proposal, by=alice, revision=1)


def test_where_policy_asks_for_the_password_a_click_does_not_approve(
    acme: Project, alice: User
) -> None:
    change_policy(acme, by=alice, confirm_with="password")
    proposal = make_proposal(acme)

    for password in (None, "", "another password"):
        with nothing_changes(), pytest.raises(InvalidInput) as refusal:
            approve(proposal, by=alice, revision=1, password=password)
        assert list(refusal.value.fields) == ["password"]

    approved = approve(proposal, by=alice, revision=1, password="a long password")
    assert approved.reviews.get().confirmed_with == "password"


@pytest.mark.parametrize("note", ["Yes\x00", "y" * 4_001])
def test_an_approval_with_an_unfit_note_is_refused(acme: Project, alice: User, note: str) -> None:
    proposal = make_proposal(acme)

    with nothing_changes(), pytest.raises(InvalidInput) as refusal:
        approve(proposal, by=alice, revision=1, note=note)

    assert list(refusal.value.fields) == ["note"]


def test_one_person_approves_once(acme: Project, alice: User, dora: User) -> None:
    change_policy(acme, by=alice, approvals_needed=2)
    proposal = make_proposal(acme)
    approve(proposal, by=dora, revision=1)

    with nothing_changes(), pytest.raises(CameTooLate):
        approve(proposal, by=dora, revision=1)

    assert approve(proposal, by=alice, revision=1).status == Status.APPROVED
