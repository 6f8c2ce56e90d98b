"""The newest that are true: which they are, asked with questions that are written once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from memory.models.memory import MemoryQuerySet
from memory.prepared import Given, Prepared
from memory.services.recall import true_as_given

NEWEST = ("-recorded_at", "-pk")


def newest_of(kinds: Sequence[str], most: int, values: Mapping[str, Any]) -> list[int]:
    """`values`: the `project` and the instant."""
    # One kind at a time: only so does SQLite take the index that has a kind's newest first.
    found = (_of_a_kind(most).rows(kind=kind, **values) for kind in kinds)
    return [pk for _, pk in sorted(chain(*found), reverse=True)[:most]]


def newest_of_all(most: int, values: Mapping[str, Any]) -> list[int]:
    return [pk for (pk,) in _of_all(most).rows(**values)]


def true_of_a_kind() -> MemoryQuerySet:
    return true_as_given().filter(kind=Given("kind"))


@cache
def _of_a_kind(most: int) -> Prepared[Any]:
    return Prepared(
        lambda: true_of_a_kind().order_by(*NEWEST).values_list("recorded_at", "pk")[:most]
    )


@cache
def _of_all(most: int) -> Prepared[Any]:
    return Prepared(lambda: true_as_given().order_by(*NEWEST).values_list("pk")[:most])
