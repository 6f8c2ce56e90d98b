"""What a memory is at an instant, case by case. The query is held to the same table elsewhere."""

from typing import Any

import pytest

from memory.authority import Authority, Instant, Span, authority_of
from memory.models import Memory
from tests.memory.rows import NOON, hour


def a_memory(**fields: Any) -> Memory:
    return Memory(**({"recorded_at": NOON, "valid_from": NOON} | fields))


def at(as_of: float, known_at: float = 100) -> Instant:
    return Instant(hour(as_of), hour(known_at))


@pytest.mark.parametrize(
    ("known_at", "expected"), [(-1, None), (0, Authority.AUTHORITATIVE), (1, "authoritative")]
)
def test_it_is_there_from_the_instant_it_was_recorded(known_at: float, expected: str) -> None:
    assert authority_of(a_memory(), [], at(5, known_at)) == expected


@pytest.mark.parametrize(
    ("as_of", "expected"),
    [(1.99, "scheduled"), (2, "authoritative"), (3.99, "authoritative"), (4, "expired")],
)
def test_its_window_holds_its_beginning_and_not_its_end(as_of: float, expected: str) -> None:
    memory = a_memory(valid_from=hour(2), valid_until=hour(4))

    assert authority_of(memory, [], at(as_of)) == expected


@pytest.mark.parametrize(("known_at", "expected"), [(2.99, "authoritative"), (3, "retired")])
def test_it_is_retired_from_the_instant_that_was_known(known_at: float, expected: str) -> None:
    memory = a_memory(retired_at=hour(3))

    assert authority_of(memory, [], at(5, known_at)) == expected


@pytest.mark.parametrize(
    ("as_of", "known_at", "expected"),
    [
        (3.99, 9, "authoritative"),
        (4, 9, "superseded"),
        (4, 1.99, "authoritative"),
        (4, 2, "superseded"),
    ],
)
def test_a_successor_counts_once_it_is_known_and_has_begun(
    as_of: float, known_at: float, expected: str
) -> None:
    successor = Span(recorded_at=hour(2), valid_from=hour(4))

    assert authority_of(a_memory(), [successor], at(as_of, known_at)) == expected


def test_a_successor_that_ended_does_not_revive_it() -> None:
    ended = a_memory(recorded_at=hour(1), valid_from=hour(1), valid_until=hour(2))

    assert authority_of(a_memory(), [ended], at(9)) == "superseded"


def test_a_version_beginning_now_ends_a_lineage_whose_next_one_is_still_scheduled() -> None:
    scheduled = Span(recorded_at=hour(1), valid_from=hour(50))
    begun = Span(recorded_at=hour(2), valid_from=hour(2))

    assert authority_of(a_memory(), [scheduled, begun], at(3)) == "superseded"
    assert authority_of(a_memory(), [scheduled], at(3)) == "authoritative"


@pytest.mark.parametrize(
    ("memory", "successors", "first"),
    [
        ({"retired_at": hour(1)}, [Span(hour(1), hour(1))], "retired"),
        ({"valid_from": hour(50)}, [Span(hour(1), hour(1))], "superseded"),
        ({"valid_until": hour(1)}, [Span(hour(1), hour(1))], "superseded"),
        ({"valid_from": hour(50), "retired_at": hour(1)}, [], "retired"),
        ({"valid_until": hour(1), "retired_at": hour(1)}, [], "retired"),
    ],
)
def test_of_several_reasons_the_first_in_the_table_is_told(
    memory: dict[str, Any], successors: list[Span], first: str
) -> None:
    assert authority_of(a_memory(**memory), successors, at(9)) == first


def test_the_past_is_answered_with_what_is_believed_of_it_now() -> None:
    backdated = Span(recorded_at=hour(5), valid_from=hour(1))

    assert authority_of(a_memory(), [backdated], at(2, known_at=9)) == "superseded"
    assert authority_of(a_memory(), [backdated], at(2, known_at=4)) == "authoritative"
