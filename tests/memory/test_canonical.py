from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.canonical import canonical_bytes, digest, keyed_digest, words_of

pytestmark = pytest.mark.time

INSTANT = datetime(2026, 3, 29, 1, 30, 0, 250, tzinfo=UTC)
WORDS: dict[str, Any] = {
    "kind": "decision",
    "title": "Störage",
    "content": "Use SQLite;\nNeo4j remains optional. 🐝",
    "tags": ["storage", "ops"],
    "valid_from": INSTANT,
    "valid_until": None,
    "links": [],
}


def test_the_bytes_are_these_on_every_machine(zone: str) -> None:
    assert (
        canonical_bytes(WORDS)
        == (
            '{"content":"Use SQLite;\\nNeo4j remains optional. 🐝","kind":"decision","links":[],'
            '"tags":["storage","ops"],"title":"Störage","valid_from":"2026-03-29T01:30:00.000250Z",'
            '"valid_until":null}'
        ).encode()
    )


def test_the_digest_is_this_one_on_every_machine(zone: str) -> None:
    assert digest(WORDS, salt=b"salt") == (
        "c84a3f36ca711a011d042c055da10055c549b386038a8b2b07e77c7361f2828e"
    )


@given(
    moment=st.datetimes(timezones=st.just(UTC), min_value=datetime(2, 1, 1)),  # noqa: DTZ001
    minutes=st.integers(-839, 839),
)
def test_one_instant_has_one_spelling_in_every_offset(moment: datetime, minutes: int) -> None:
    try:
        elsewhere = moment.astimezone(timezone(timedelta(minutes=minutes)))
    except OverflowError:
        return

    assert canonical_bytes(elsewhere) == canonical_bytes(moment)


def test_an_early_year_keeps_its_four_digits() -> None:
    assert canonical_bytes(datetime(33, 4, 3, tzinfo=UTC)) == b'"0033-04-03T00:00:00.000000Z"'


def test_a_time_without_a_zone_has_no_canonical_form(zone: str) -> None:
    with pytest.raises(TypeError):
        canonical_bytes(datetime(2026, 5, 14))  # noqa: DTZ001


@pytest.mark.parametrize("value", [b"bytes", {1, 2}, object(), float("nan"), float("inf")])
def test_what_has_no_canonical_form_is_refused(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        canonical_bytes(value)


def test_the_order_of_keys_does_not_count_and_the_order_of_tags_does() -> None:
    turned = dict(reversed(list(WORDS.items())))

    assert digest(turned) == digest(WORDS)
    assert digest({**WORDS, "tags": ["ops", "storage"]}) != digest(WORDS)


def test_the_order_of_links_does_not_count() -> None:
    one, two = (
        {"type": "part_of", "memory_id": UUID(int=1)},
        {"type": "depends_on", "memory_id": UUID(int=2)},
    )

    assert words_of({**WORDS, "links": [one, two]}) == words_of({**WORDS, "links": [two, one]})


@pytest.mark.parametrize("name", list(WORDS))
def test_every_part_of_the_words_counts(name: str) -> None:
    assert digest({**WORDS, name: "other"}) != digest(WORDS)


def test_salt_and_key_count() -> None:
    assert len({digest(WORDS), digest(WORDS, salt=b"1"), digest(WORDS, salt=b"2")}) == 3
    assert keyed_digest(WORDS, key=b"1") != keyed_digest(WORDS, key=b"2")
