"""Full-text search: one small interface over the engine of the database in use.

Rows are written in the transaction that records or ends a memory. The index finds and ranks;
project, window and kind are conditions of the same query.
"""

from collections.abc import Sequence
from typing import Protocol

from django.db import connection

from memory.models import Memory, Project
from memory.models.memory import MemoryQuerySet
from memory.search import postgres, sqlite
from memory.search.terms import terms_of


def add(memories: Sequence[Memory]) -> None:
    _engine().add(memories)


def end(memories: Sequence[Memory]) -> None:
    """No longer current: only questions about another instant still find them."""
    if memories:
        _engine().end(memories)


def erase(memories: Sequence[Memory]) -> None:
    if memories:
        _engine().erase(memories)


def best(
    memories: MemoryQuerySet, project: Project, query: str, *, limit: int, in_the_past: bool
) -> dict[int, float]:
    """Primary keys of the memories with any word of the query, best first, with their scores."""
    terms = terms_of(query)
    if not terms:
        return {}
    return dict(_engine().best(memories, project, terms, limit=limit, in_the_past=in_the_past))


def indexed() -> MemoryQuerySet:
    """What the index of current memories holds, in every project."""
    return _engine().indexed()


class Engine(Protocol):
    def add(self, memories: Sequence[Memory]) -> None: ...
    def end(self, memories: Sequence[Memory]) -> None: ...
    def erase(self, memories: Sequence[Memory]) -> None: ...
    def indexed(self) -> MemoryQuerySet: ...
    def best(
        self,
        memories: MemoryQuerySet,
        project: Project,
        terms: Sequence[str],
        *,
        limit: int,
        in_the_past: bool,
    ) -> list[tuple[int, float]]: ...


def _engine() -> Engine:
    return postgres if connection.vendor == "postgresql" else sqlite
