"""Full-text search: one small interface over the engine of the database in use.

Rows are written in the transaction that records or ends a memory. The index finds and ranks;
project, window and kind are conditions of the same query.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Protocol

from django.db import connection
from django.db.models import QuerySet

from memory.models import Memory, Project
from memory.models.memory import MemoryQuerySet
from memory.search import postgres, sqlite
from memory.search.ranking import Ranking
from memory.search.terms import Scope, Values, sought_by

WORTH_RANKING = 500
NAMES = ("row", "lasting", "timed", "scope", "words", "required")  # of either engine's values


def add(memories: Sequence[Memory]) -> None:
    _engine().add(memories)


def await_end(memories: Sequence[Memory]) -> None:
    """Still current, until a successor begins that is recorded already."""
    if memories:
        _engine().await_end(memories)


def end(memories: Sequence[Memory]) -> None:
    """No longer current: only questions about another instant still find them."""
    if memories:
        _engine().end(memories)


def erase(memories: Sequence[Memory]) -> None:
    if memories:
        _engine().erase(memories)


def purge() -> None:
    """Leave nothing of what was taken out, not even in the index's own bookkeeping."""
    _engine().purge()


@dataclass(frozen=True, slots=True)
class LookedFor:
    """What `ranked` and `matched` take.

    To rank all that share a common word would take most of the time of a question. So those that
    have one of its rarer words are ranked, by all of the words, and only where these are too few
    for an answer all the others too. Where something is said word for word as the question quotes
    it, nothing else is an answer.
    """

    phrased: Values | None
    rarer: Values | None
    any_word: Values
    ranking: Ranking

    def to_rank(self) -> list[Values]:
        return [values for values in (self.rarer, self.any_word) if values is not None]


def looked_for(project: Project, query: str, *, rarest: int = 0) -> LookedFor | None:
    """None where no word is left to look for. `rarest`: only so many words of a long text, those
    that the fewest memories have.
    """
    sought = sought_by(query)
    if not sought.terms:
        return None
    engine = _engine()
    counts = dict(zip(sought.terms, engine.counts(sought.terms), strict=True))
    if rarest:
        known = sorted((term for term in counts if counts[term]), key=counts.__getitem__)
        counts = {term: counts[term] for term in known[:rarest]}
        if not counts:
            return None
    within, (rarer, commoner) = engine.scope(project.pk), split_by_count(counts)
    return LookedFor(
        engine.phrased(within, sought.phrases, sought.terms) if sought.phrases else None,
        engine.values(within, rarer, commoner) if commoner else None,
        engine.values(within, list(counts), ()),
        Ranking(counts),
    )


def split_by_count(counts: Mapping[str, int]) -> tuple[list[str], list[str]]:
    """The rarest words, as many as `WORTH_RANKING` memories have together, and the others."""
    rarest = sorted(counts, key=counts.__getitem__)
    together = list(accumulate(counts[term] for term in rarest))
    fit = max(1, bisect_right(together, WORTH_RANKING))
    return rarest[:fit], rarest[fit:]


def ranked(memories: MemoryQuerySet, wanted: Values, *, in_the_past: bool) -> QuerySet[Any, Any]:
    """Primary keys of the memories with any of the words, in the engine's order."""
    return _engine().ranked(memories, wanted, in_the_past)


def matched(memories: MemoryQuerySet, wanted: Values, *, in_the_past: bool) -> QuerySet[Any, Any]:
    """Primary key of the same, in no order: to count them costs far less than to rank them."""
    return _engine().matched(memories, wanted, in_the_past)


def matched_now(memories: MemoryQuerySet, wanted: Values) -> list[QuerySet[Any, Any]]:
    """The same of a project's `memories` that are true now, in parts that share none."""
    return _engine().matched_now(memories, wanted)


def indexed() -> MemoryQuerySet:
    """What the index of current memories holds, in every project."""
    return _engine().indexed()


class Engine(Protocol):
    def add(self, memories: Sequence[Memory]) -> None: ...
    def await_end(self, memories: Sequence[Memory]) -> None: ...
    def end(self, memories: Sequence[Memory]) -> None: ...
    def erase(self, memories: Sequence[Memory]) -> None: ...
    def purge(self) -> None: ...
    def indexed(self) -> MemoryQuerySet: ...
    def counts(self, terms: Sequence[str]) -> Sequence[int]: ...
    def scope(self, project_pk: int) -> Scope: ...
    def values(self, within: Scope, rarer: Sequence[str], commoner: Sequence[str]) -> Values: ...
    def phrased(self, within: Scope, phrases: Sequence[str], terms: Sequence[str]) -> Values: ...
    def ranked(
        self, memories: MemoryQuerySet, wanted: Values, in_the_past: bool
    ) -> QuerySet[Any, Any]: ...
    def matched(
        self, memories: MemoryQuerySet, wanted: Values, in_the_past: bool
    ) -> QuerySet[Any, Any]: ...
    def matched_now(self, memories: MemoryQuerySet, wanted: Values) -> list[QuerySet[Any, Any]]: ...


def _engine() -> Engine:
    return postgres if connection.vendor == "postgresql" else sqlite
