import pytest

from memory.errors import CameTooLate, Forbidden, NotFound
from memory.models import Memory, Project, User
from proposals.changes import Edited
from proposals.models import RejectedValue
from proposals.services.review import approve
from proposals.services.revise import revise
from proposals.services.withdraw import withdraw
from proposals.states import Status
from tests.factories import make_memory, make_proposal
from tests.proposals.traces import leaves, nothing_changes


@pytest.mark.parametrize("status", [Status.PENDING, Status.APPROVED])
def test_who_proposed_takes_it_back(acme: Project, bob: User, status: Status) -> None:
    proposal = make_proposal(acme, status=status, by=bob)

    with leaves(acme, "proposal.withdrawn"):
        withdrawn = withdraw(proposal, by=bob, revision=1)

    assert (withdrawn.status, withdrawn.decided_at is not None) == (Status.WITHDRAWN, True)
    assert not withdrawn.reviews.filter(dismissed_at=None).exists()
    assert not Memory.objects.exists()


def test_only_who_proposed_withdraws(acme: Project, alice: User, bob: User, dora: User) -> None:
    proposal = make_proposal(acme, by=bob)

    for other in (alice, dora):
        with nothing_changes(), pytest.raises(Forbidden):
            withdraw(proposal, by=other, revision=1)


def test_for_outsiders_there_is_nothing_to_withdraw(acme: Project, charlie: User) -> None:
    proposal = make_proposal(acme)

    with nothing_changes(), pytest.raises(NotFound):
        withdraw(proposal, by=charlie, revision=1)


def test_an_old_page_withdraws_nothing(acme: Project, bob: User) -> None:
    proposal = make_proposal(acme, by=bob)
    revise(proposal, by=bob, revision=1, edited=Edited(content="Second thoughts."))

    with nothing_changes(), pytest.raises(CameTooLate):
        withdraw(proposal, by=bob, revision=1)


def test_what_was_taken_back_is_remembered_against_nobody(acme: Project, bob: User) -> None:
    withdraw(make_proposal(acme, "Ships are blue.", by=bob), by=bob, revision=1)

    assert not RejectedValue.objects.exists()
    assert make_memory(acme, "Ships are blue.")


def test_what_was_taken_back_is_not_applied(acme: Project, alice: User, bob: User) -> None:
    proposal = make_proposal(acme, by=bob)
    approve(proposal, by=alice, revision=1)
    withdraw(proposal, by=bob, revision=1)

    with nothing_changes(), pytest.raises(CameTooLate):
        approve(proposal, by=alice, revision=1)
