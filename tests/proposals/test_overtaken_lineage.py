"""A retirement of what is still true, while a later version is on its way."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memory.actors import human
from memory.authority import Authority, Instant
from memory.models import Memory, Project, User
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.review import approve
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal
from tests.proposals.conftest import Clock


@pytest.fixture
def coming(storage: Memory) -> Memory:
    """What replaces the storage decision tomorrow."""
    tomorrow = timezone.now() + timedelta(days=1)
    return make_memory(storage.project, "Use SQLite.", supersedes=storage, valid_from=tomorrow)


@pytest.fixture
def retirement(storage: Memory, coming: Memory) -> Proposal:
    """Approved while the storage decision is still true."""
    return make_proposal(
        storage.project, target=storage, operation=Operation.RETIRE, status=Status.APPROVED
    )


def _authority(memory: Memory) -> str | None:
    return Memory.objects.at(Instant.now()).get(pk=memory.pk).authority


def test_it_is_applied_while_that_is_still_true(
    alice: User, storage: Memory, retirement: Proposal
) -> None:
    assert apply(retirement, actor=human(alice)).proposal.status == Status.APPLIED
    assert _authority(storage) == Authority.RETIRED


def test_it_goes_stale_with_a_version_that_begins_at_once(
    acme: Project, storage: Memory, coming: Memory, retirement: Proposal
) -> None:
    newest = make_memory(acme, "Use files.", supersedes=coming)

    retirement.refresh_from_db()
    assert (retirement.status, retirement.overtaken_by) == (Status.STALE, newest)
    assert _authority(storage) == Authority.SUPERSEDED


def test_what_was_superseded_meanwhile_by_the_clock_is_not_retired(
    alice: User, storage: Memory, coming: Memory, retirement: Proposal, clock: Clock
) -> None:
    clock.forward(days=2)

    outcome = apply(retirement, actor=human(alice))

    assert (outcome.proposal.status, outcome.proposal.overtaken_by) == (Status.STALE, coming)
    assert _authority(storage) == Authority.SUPERSEDED


def test_nor_is_its_retirement_approved(
    acme: Project, alice: User, storage: Memory, coming: Memory, clock: Clock
) -> None:
    waiting = make_proposal(acme, target=storage, operation=Operation.RETIRE)
    clock.forward(days=2)

    assert approve(waiting, by=alice, revision=1).status == Status.STALE
