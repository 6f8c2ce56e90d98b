import pytest

from memory.errors import CameTooLate, Forbidden, InvalidInput, NotFound
from memory.models import AuditEvent, Memory, Project, User
from memory.services.projects import change_policy
from proposals.changes import Edited
from proposals.models import RejectedValue
from proposals.models.review import Decision
from proposals.services.review import approve, reject
from proposals.services.revise import revise
from proposals.states import Status
from tests.factories import make_proposal
from tests.proposals.traces import leaves, nothing_changes


def test_a_reviewer_says_no_and_why(acme: Project, dora: User) -> None:
    proposal = make_proposal(acme, "Ships are blue.")

    with leaves(acme, "proposal.rejected"):
        rejected = reject(proposal, by=dora, revision=1, reason="They are grey.")

    assert (rejected.status, rejected.decided_at is not None) == (Status.REJECTED, True)
    review = rejected.reviews.get()
    assert (review.decision, review.note, review.reviewer) == (
        Decision.REJECT,
        "They are grey.",
        dora,
    )
    assert RejectedValue.objects.get().reason == "They are grey."
    assert not Memory.objects.exists()
    assert "grey" not in str(AuditEvent.objects.get(type="proposal.rejected").details)


@pytest.mark.parametrize("reason", ["", "  ", "\n", "\u200b", "No\x00", "n" * 4_001])
def test_a_no_without_a_fit_reason_is_refused(acme: Project, alice: User, reason: str) -> None:
    proposal = make_proposal(acme)

    with nothing_changes(), pytest.raises(InvalidInput) as refusal:
        reject(proposal, by=alice, revision=1, reason=reason)

    assert list(refusal.value.fields) == ["note"]


def test_the_longest_reason_is_kept_with_line_ends_of_one_sort(acme: Project, alice: User) -> None:
    reason = "n" * 3_997 + "\r\n."

    rejected = reject(make_proposal(acme), by=alice, revision=1, reason=reason)

    assert rejected.reviews.get().note == "n" * 3_997 + "\n."


def test_who_is_no_reviewer_rejects_nothing(
    acme: Project, bob: User, vera: User, charlie: User
) -> None:
    proposal = make_proposal(acme, by=bob)

    for person, refusal in ((bob, Forbidden), (vera, Forbidden), (charlie, NotFound)):
        with nothing_changes(), pytest.raises(refusal):
            reject(proposal, by=person, revision=1, reason="No.")


def test_an_old_page_rejects_nothing(acme: Project, alice: User, bob: User) -> None:
    proposal = make_proposal(acme, by=bob)
    revise(proposal, by=bob, revision=1, edited=Edited(content="Second thoughts."))

    with nothing_changes(), pytest.raises(CameTooLate):
        reject(proposal, by=alice, revision=1, reason="No.")


def test_a_no_of_one_outweighs_the_yes_of_another(acme: Project, alice: User, dora: User) -> None:
    change_policy(acme, by=alice, approvals_needed=2)
    proposal = make_proposal(acme)
    approve(proposal, by=dora, revision=1)

    rejected = reject(proposal, by=alice, revision=1, reason="No.")

    assert rejected.status == Status.REJECTED
    assert rejected.reviews.get(reviewer=dora).dismissed_because == "rejected"


def test_who_approved_may_still_say_no(acme: Project, alice: User, dora: User) -> None:
    change_policy(acme, by=alice, approvals_needed=2)
    proposal = make_proposal(acme)
    approve(proposal, by=dora, revision=1)

    assert reject(proposal, by=dora, revision=1, reason="No.").status == Status.REJECTED


def test_under_four_eyes_a_person_may_reject_their_own(acme: Project, alice: User) -> None:
    change_policy(acme, by=alice, four_eyes=True)
    proposal = make_proposal(acme, by=alice)

    assert reject(proposal, by=alice, revision=1, reason="No.").status == Status.REJECTED
