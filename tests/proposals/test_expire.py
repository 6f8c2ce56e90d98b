import pytest

from memory.actors import human
from memory.head import locked
from memory.models import AuditEvent, Memory, Project, User
from memory.services.projects import change_policy, close_project
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.expire import reopen_expired, reopened_if_expired
from proposals.services.review import approve
from proposals.services.withdraw import withdraw
from proposals.states import Status
from tests.factories import make_proposal
from tests.proposals.conftest import Clock
from tests.proposals.traces import leaves, nothing_changes


@pytest.fixture
def approved(acme: Project, alice: User) -> Proposal:
    """Approved where an approval waits a week."""
    change_policy(acme, by=alice, approval_days=7)
    return make_proposal(acme, status=Status.APPROVED)


def test_an_approval_waits_as_long_as_policy_says(approved: Proposal) -> None:
    assert approved.expires_at
    assert approved.decided_at
    assert (approved.expires_at - approved.decided_at).days == 7


def test_without_such_a_policy_an_approval_waits_for_ever(
    acme: Project, alice: User, clock: Clock
) -> None:
    proposal = make_proposal(acme, status=Status.APPROVED)
    clock.forward(days=10_000)

    with nothing_changes():
        assert reopen_expired() == 0

    assert apply(proposal, actor=human(alice)).proposal.status == Status.APPLIED


def test_an_approval_that_waited_too_long_waits_for_a_person_again(
    acme: Project, approved: Proposal, clock: Clock
) -> None:
    clock.forward(days=7, seconds=1)

    with leaves(acme, "proposal.reopened"):
        assert reopen_expired() == 1

    stored = Proposal.objects.get(pk=approved.pk)
    assert (stored.status, stored.decided_at, stored.expires_at) == (Status.PENDING, None, None)
    assert stored.reviews.get().dismissed_because == "waited too long"
    event = AuditEvent.objects.get(type="proposal.reopened")
    assert (event.actor["kind"], event.details["cause"]) == ("system", "waited too long")


def test_an_approval_in_time_is_left_alone_and_applied(
    acme: Project, alice: User, approved: Proposal, clock: Clock
) -> None:
    clock.forward(days=6, hours=23)

    with nothing_changes():
        assert reopen_expired() == 0

    assert apply(approved, actor=human(alice)).proposal.status == Status.APPLIED


def test_applying_looks_at_the_clock_itself(
    acme: Project, alice: User, approved: Proposal, clock: Clock
) -> None:
    clock.forward(days=8)

    with leaves(acme, "proposal.reopened"):
        outcome = apply(approved, actor=human(alice))

    assert (outcome.proposal.status, outcome.memories) == (Status.PENDING, [])
    assert not Memory.objects.exists()
    approve(outcome.proposal, by=alice, revision=1)
    assert apply(approved, actor=human(alice)).proposal.status == Status.APPLIED


def test_the_sweep_is_safe_to_repeat_and_reaches_every_open_project(
    acme: Project, elsewhere: Project, approved: Proposal, charlie: User, clock: Clock
) -> None:
    change_policy(elsewhere, by=charlie, approval_days=1)
    make_proposal(elsewhere, status=Status.APPROVED)
    clock.forward(days=8)

    assert (reopen_expired(), reopen_expired()) == (2, 0)


def test_a_closed_project_is_left_as_it_is(
    acme: Project, alice: User, approved: Proposal, clock: Clock
) -> None:
    close_project(acme, actor=human(alice))
    clock.forward(days=8)

    with nothing_changes():
        assert reopen_expired() == 0


def test_what_was_decided_since_the_sweep_looked_is_left_alone(
    acme: Project, alice: User, approved: Proposal, clock: Clock
) -> None:
    clock.forward(days=8)
    withdraw(approved, by=alice, revision=1)
    seen_before = Proposal.objects.get(pk=approved.pk)

    with nothing_changes(), locked(acme) as head:
        assert not reopened_if_expired(head, seen_before)
