from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from memory.actors import human
from memory.authority import Authority, Instant
from memory.errors import InvalidInput
from memory.models import Memory, Project, User
from proposals.changes import parse_asked
from proposals.services.apply import apply
from proposals.services.propose import propose
from proposals.states import Status
from tests.factories import make_memory, make_proposal
from tests.proposals.conftest import Clock
from tests.proposals.traces import nothing_changes


def _authority(memory: Memory) -> str | None:
    return Memory.objects.at(Instant.now()).get(pk=memory.pk).authority


def test_a_memory_without_a_beginning_begins_when_it_is_applied(
    acme: Project, alice: User, clock: Clock
) -> None:
    proposal = make_proposal(acme, status=Status.APPROVED)
    clock.forward(days=3)

    [memory] = apply(proposal, actor=human(alice)).memories

    assert memory.valid_from == memory.recorded_at
    assert (memory.recorded_at - proposal.created_at).days == 3


def _tomorrow() -> str:
    return (timezone.now() + timedelta(days=1)).isoformat()


@pytest.mark.parametrize(
    ("window", "authority"),
    [
        ({"valid_from": "2020-01-01"}, Authority.AUTHORITATIVE),
        ({"valid_from": "2100-01-01"}, Authority.SCHEDULED),
        ({"valid_until": "2100-01-01"}, Authority.AUTHORITATIVE),
        ({"valid_from": "2020-01-01", "valid_until": "2021-01-01"}, Authority.EXPIRED),
    ],
)
def test_a_window_says_when_a_memory_is_true(
    acme: Project, window: dict[str, str], authority: Authority
) -> None:
    assert _authority(make_memory(acme, **window)) == authority


@pytest.mark.parametrize(
    "window",
    [
        {"valid_until": "2020-01-01"},
        {"valid_from": "2100-01-01", "valid_until": "2100-01-01"},
        {"valid_from": "2100-01-02", "valid_until": "2100-01-01"},
    ],
)
def test_a_window_that_ends_before_it_begins_is_refused(
    acme: Project, bob: User, window: dict[str, str]
) -> None:
    asked = parse_asked({"operation": "create", "kind": "fact", "content": "Ships.", **window})

    with nothing_changes(), pytest.raises(InvalidInput) as refusal:
        propose(acme, asked, actor=human(bob))

    assert list(refusal.value.fields) == ["valid_until"]


@pytest.mark.time
@pytest.mark.parametrize(
    "spelling", ["2100-01-01", "2100-01-01T00:00:00Z", "2100-01-01T05:30+05:30"]
)
def test_one_instant_has_one_meaning_however_it_is_spelled(acme: Project, spelling: str) -> None:
    memory = make_memory(acme, valid_from=spelling)

    assert memory.valid_from == datetime(2100, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("garbage", ["2100-01-01T00:00:00", "soon", "2100-13-01", "", "2100"])
def test_a_time_without_a_zone_or_sense_is_refused_in_words(garbage: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        parse_asked({"operation": "create", "content": "Ships.", "valid_from": garbage})

    assert list(refusal.value.fields) == ["valid_from"]


def test_words_whose_window_ended_while_they_waited_are_not_applied(
    acme: Project, alice: User, clock: Clock
) -> None:
    proposal = make_proposal(acme, status=Status.APPROVED, valid_until=_tomorrow())
    clock.forward(days=2)

    outcome = apply(proposal, actor=human(alice))

    assert (outcome.proposal.status, outcome.memories) == (Status.STALE, [])
    assert not Memory.objects.exists()


def test_an_old_truth_stays_until_its_successor_begins(
    acme: Project, storage: Memory, clock: Clock
) -> None:
    new = make_memory(acme, "Use SQLite.", supersedes=storage, valid_from=_tomorrow())
    assert (_authority(storage), _authority(new)) == ("authoritative", "scheduled")

    clock.forward(days=2)

    assert (_authority(storage), _authority(new)) == ("superseded", "authoritative")
