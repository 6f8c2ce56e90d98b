import pytest

from memory.actors import human
from memory.errors import CameTooLate, Forbidden, NotFound
from memory.models import AuditEvent, Memory, Project, User
from memory.services.projects import change_policy
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.review import approve, revoke
from proposals.states import Status
from tests.factories import make_proposal
from tests.proposals.traces import leaves, nothing_changes


def test_an_approval_is_taken_back_while_nothing_was_applied(acme: Project, dora: User) -> None:
    proposal = make_proposal(acme)
    approve(proposal, by=dora, revision=1)

    with leaves(acme, "proposal.reopened"):
        reopened = revoke(proposal, by=dora, revision=1)

    assert reopened.status == Status.PENDING
    review = reopened.reviews.get()
    assert (review.dismissed_because, review.dismissed_at is not None) == ("revoked", True)
    assert AuditEvent.objects.get(type="proposal.reopened").details["cause"] == "revoked"


def test_what_was_taken_back_is_not_applied(acme: Project, alice: User) -> None:
    proposal = make_proposal(acme, status=Status.APPROVED)
    revoke(proposal, by=alice, revision=1)

    outcome = apply(proposal, actor=human(alice))

    assert (outcome.proposal.status, outcome.memories) == (Status.PENDING, [])
    assert not Memory.objects.exists()


def test_what_was_taken_back_may_be_approved_again(acme: Project, alice: User) -> None:
    change_policy(acme, by=alice, approval_days=3)
    proposal = make_proposal(acme, status=Status.APPROVED)

    reopened = revoke(proposal, by=alice, revision=1)

    stored = Proposal.objects.get(pk=proposal.pk)
    assert (stored.decided_at, stored.expires_at) == (None, None)
    assert approve(reopened, by=alice, revision=1).status == Status.APPROVED


def test_a_reviewer_takes_back_the_approval_of_another(
    acme: Project, alice: User, dora: User
) -> None:
    proposal = make_proposal(acme)
    approve(proposal, by=alice, revision=1)

    reopened = revoke(proposal, by=dora, revision=1)

    assert reopened.status == Status.PENDING
    assert not reopened.reviews.filter(dismissed_at=None).exists()


def test_one_of_two_approvals_taken_back_leaves_the_other(
    acme: Project, alice: User, dora: User
) -> None:
    change_policy(acme, by=alice, approvals_needed=2)
    proposal = make_proposal(acme)
    approve(proposal, by=alice, revision=1)
    approve(proposal, by=dora, revision=1)

    reopened = revoke(proposal, by=dora, revision=1)

    assert reopened.status == Status.PENDING
    assert [one.reviewer for one in reopened.reviews.filter(dismissed_at=None)] == [alice]


def test_of_a_waiting_proposal_one_takes_back_only_ones_own(
    acme: Project, alice: User, dora: User
) -> None:
    change_policy(acme, by=alice, approvals_needed=2)
    proposal = make_proposal(acme)
    approve(proposal, by=alice, revision=1)

    with nothing_changes(), pytest.raises(CameTooLate):
        revoke(proposal, by=dora, revision=1)

    with leaves(acme, "proposal.reopened"):
        revoke(proposal, by=alice, revision=1)


def test_who_is_no_reviewer_takes_nothing_back(
    acme: Project, bob: User, vera: User, charlie: User
) -> None:
    proposal = make_proposal(acme, by=bob, status=Status.APPROVED)

    for person, refusal in ((bob, Forbidden), (vera, Forbidden), (charlie, NotFound)):
        with nothing_changes(), pytest.raises(refusal):
            revoke(proposal, by=person, revision=1)


def test_an_old_page_takes_nothing_back(acme: Project, alice: User) -> None:
    proposal = make_proposal(acme, status=Status.APPROVED)

    with nothing_changes(), pytest.raises(CameTooLate):
        revoke(proposal, by=alice, revision=2)
