"""Each decision is asked for from every status it may not be made in, and from those it may."""

from collections.abc import Callable

import pytest

from memory.actors import page_agent
from memory.errors import CameTooLate, ProposalNotApproved, ProposalStale
from memory.models import Memory, Project, User
from proposals.changes import Edited
from proposals.models import Proposal
from proposals.services.apply import apply, require_applied
from proposals.services.review import approve, reject, revoke
from proposals.services.revise import revise
from proposals.services.withdraw import withdraw
from proposals.states import Status
from tests.factories import make_proposal
from tests.proposals.traces import nothing_changes

Decide = Callable[[Proposal, User], Proposal]

NEW = Edited(content="Use PostgreSQL as the primary store.")
DECISIONS: dict[str, tuple[Decide, set[Status]]] = {
    "approve": (
        lambda one, by: approve(one, by=by, revision=one.revision),
        {Status.PENDING},
    ),
    "edit and approve": (
        lambda one, by: approve(one, by=by, revision=one.revision, edited=NEW),
        {Status.PENDING},
    ),
    "reject": (
        lambda one, by: reject(one, by=by, revision=one.revision, reason="No."),
        {Status.PENDING},
    ),
    "revoke": (
        lambda one, by: revoke(one, by=by, revision=one.revision),
        {Status.APPROVED},
    ),
    "revise": (
        lambda one, by: revise(one, by=by, revision=one.revision, edited=NEW),
        {Status.PENDING, Status.APPROVED},
    ),
    "withdraw": (
        lambda one, by: withdraw(one, by=by, revision=one.revision),
        {Status.PENDING, Status.APPROVED},
    ),
}
ALL = [(name, status) for name in DECISIONS for status in Status]


@pytest.mark.parametrize(("name", "status"), [p for p in ALL if p[1] not in DECISIONS[p[0]][1]])
def test_a_decision_that_comes_too_late_is_refused_and_leaves_nothing(
    acme: Project, alice: User, storage: Memory, name: str, status: Status
) -> None:
    proposal = make_proposal(acme, target=storage, status=status)
    decide, _ = DECISIONS[name]

    with nothing_changes(), pytest.raises(CameTooLate):
        decide(proposal, alice)


@pytest.mark.parametrize(("name", "status"), [p for p in ALL if p[1] in DECISIONS[p[0]][1]])
def test_the_same_decision_in_time_is_made(
    acme: Project, alice: User, storage: Memory, name: str, status: Status
) -> None:
    proposal = make_proposal(acme, target=storage, status=status)
    decide, _ = DECISIONS[name]

    decided = decide(proposal, alice)

    assert (decided.status, decided.revision) != (status, proposal.revision)


@pytest.mark.parametrize(
    ("status", "refusal"),
    [
        (Status.PENDING, ProposalNotApproved),
        (Status.REJECTED, ProposalNotApproved),
        (Status.WITHDRAWN, ProposalNotApproved),
        (Status.STALE, ProposalStale),
    ],
)
def test_only_an_approved_proposal_is_applied(
    acme: Project,
    bob: User,
    storage: Memory,
    status: Status,
    refusal: type[ProposalNotApproved | ProposalStale],
) -> None:
    proposal = make_proposal(acme, target=storage, status=status)

    with nothing_changes():
        outcome = apply(proposal, actor=page_agent(bob))

    assert (outcome.proposal.status, outcome.memories) == (status, [])
    with pytest.raises(refusal) as raised:
        require_applied(outcome)
    if refusal is ProposalNotApproved:
        assert raised.value.data == {"status": status}


def test_who_comes_too_late_reads_who_decided_and_when(
    acme: Project, alice: User, dora: User
) -> None:
    proposal = make_proposal(acme)
    reject(proposal, by=dora, revision=1, reason="No.")

    with pytest.raises(CameTooLate) as refusal:
        approve(proposal, by=alice, revision=1)

    review = proposal.reviews.get()
    assert refusal.value.data["status"] == Status.REJECTED
    assert refusal.value.data["by"] == "dora"
    assert str(refusal.value.data["at"]).startswith(review.at.strftime("%Y-%m-%dT%H:%M:%S"))
