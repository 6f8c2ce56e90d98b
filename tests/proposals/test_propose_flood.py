import itertools

import pytest

from memory import limits
from memory.actors import human, page_agent
from memory.errors import RateLimited
from memory.models import Memory, Project, User
from proposals.changes import parse_asked
from proposals.models import Proposal
from proposals.services.propose import propose, propose_batch
from tests.factories import make_memory
from tests.proposals.conftest import Clock
from tests.proposals.traces import nothing_changes

_count = itertools.count(1)


def _change(project: Project, memory: Memory, by: User, **fields: object) -> Proposal:
    asked = parse_asked(
        {
            "operation": "update",
            "memory_id": memory.label,
            "content": f"Use store number {next(_count)}.",
            **fields,
        }
    )
    return propose(project, asked, actor=page_agent(by)).proposal


def _flood(project: Project, memory: Memory, by: User) -> None:
    for _ in range(limits.PROPOSALS_PER_TARGET):
        _change(project, memory, by)


def test_a_flood_on_one_memory_is_stopped_and_told_how_long_to_wait(
    acme: Project, bob: User, storage: Memory, clock: Clock
) -> None:
    _flood(acme, storage, bob)
    clock.forward(seconds=20)

    with nothing_changes(), pytest.raises(RateLimited) as refusal:
        _change(acme, storage, bob)

    wait = refusal.value.data["retry_after"]
    assert isinstance(wait, int)
    assert 30 <= wait <= 40
    assert refusal.value.retryable
    clock.forward(seconds=wait)
    assert _change(acme, storage, bob)


def test_a_flood_on_one_memory_leaves_others_and_other_people_free(
    acme: Project, alice: User, bob: User, storage: Memory
) -> None:
    other = make_memory(acme)
    _flood(acme, storage, bob)

    assert _change(acme, other, bob)
    assert _change(acme, storage, alice)


def test_a_flood_through_batches_is_a_flood(acme: Project, bob: User, storage: Memory) -> None:
    _flood(acme, storage, bob)
    items = [
        parse_asked({"operation": "create", "kind": "fact", "content": "Ships are blue."}),
        parse_asked({"operation": "retire", "memory_id": storage.label}),
    ]

    with nothing_changes(), pytest.raises(RateLimited):
        propose_batch(acme, items, actor=page_agent(bob))


def test_a_credential_has_a_bound_over_all_memories(
    acme: Project, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PROPOSALS_PER_CREDENTIAL", 2)
    asked = [
        parse_asked({"operation": "create", "kind": "fact", "content": f"Ship {n}."})
        for n in range(3)
    ]
    for one in asked[:2]:
        propose(acme, one, actor=page_agent(bob))

    with nothing_changes(), pytest.raises(RateLimited):
        propose(acme, asked[2], actor=page_agent(bob))

    assert propose(acme, asked[2], actor=human(bob)).proposal


def test_a_repeat_is_answered_even_in_a_flood(acme: Project, bob: User, storage: Memory) -> None:
    first = _change(acme, storage, bob, content="Use SQLite.")
    _flood_but_one = limits.PROPOSALS_PER_TARGET - 1
    for _ in range(_flood_but_one):
        _change(acme, storage, bob)

    with nothing_changes():
        again = _change(acme, storage, bob, content="Use SQLite.")

    assert again == first


def test_reasons_added_to_one_proposal_without_end_are_a_flood(
    acme: Project, alice: User, bob: User, storage: Memory, clock: Clock
) -> None:
    proposal = _change(acme, storage, bob, content="Use SQLite.")
    for n in range(limits.PROPOSALS_PER_TARGET):
        _change(acme, storage, bob, content="Use SQLite.", reason=f"Reason {n}.")

    with nothing_changes(), pytest.raises(RateLimited) as refusal:
        _change(acme, storage, bob, content="Use SQLite.", reason="One more.")

    assert _change(acme, storage, alice, content="Use SQLite.", reason="Mine.") == proposal
    clock.forward(seconds=float(str(refusal.value.data["retry_after"])))
    assert _change(acme, storage, bob, content="Use SQLite.", reason="One more.") == proposal
