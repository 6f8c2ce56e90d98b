"""The one reader of what is true: tools, pages and the brief all ask here."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet, Value
from django.db.models.functions import Left

from memory import limits, search
from memory.authority import Authority, Instant
from memory.models import Memory, Project, ProjectHead
from memory.models.memory import MemoryQuerySet
from memory.prepared import (
    Given,
    Prepared,
    fitting_lists,
    given_instant,
    given_list,
    list_of,
    values_of,
)
from memory.search import LookedFor
from memory.search.ranking import POOL, READ, Text
from memory.search.terms import Values, words_of
from memory.services.lineage import complete

READ_FOR_WORDS, WORDS_COMPARED = 40, 5
OUTLINE = ("pk", "public_id", "lineage", "kind", "content", "value")


@dataclass(frozen=True, slots=True)
class Recalled:
    memories: list[Memory]
    omitted: int
    """Further matches, counted up to 1 000."""
    loosely: bool = False
    """Nothing says word for word what the query quotes; these have words of it."""


def what_is_true(project: Project, instant: Instant) -> MemoryQuerySet:
    return Memory.objects.in_project(project).authoritative(instant)


def recall(
    project: Project,
    query: str,
    *,
    instant: Instant,
    limit: int = 5,
    kinds: Sequence[str] = (),
) -> Recalled:
    """What is true at the instant and has any word of the query, best first."""
    wanted = search.looked_for(project, query)
    if wanted is None:
        return Recalled([], 0)
    values = {**values_of(instant), **list_of("kind", kinds), "project": project.pk}

    def look(in_the_past: bool) -> Recalled:
        shape = len(kinds), in_the_past
        return _look(
            project,
            limit,
            instant,
            wanted,
            best=lambda what: _best(max(limit, POOL), *shape).rows(**values, **what),
            count=lambda what: _counted(limit, *shape, {**values, **what}),
            fetch=lambda pks: true_among(pks, project, instant),
        )

    found = look(in_the_past=not instant.is_now)
    if instant.is_now and _WRITTEN_SINCE.rows(project=project.pk, known_at=instant.known_at):
        # What was superseded after the instant has left the index of what is current, and at the
        # instant its successor is not there yet: neither would be found.
        return look(in_the_past=True)
    return found


def find(
    memories: MemoryQuerySet,
    project: Project,
    query: str,
    *,
    instant: Instant,
    limit: int,
    in_the_past: bool,
) -> Recalled:
    """The same among any memories, for lists that show more than what is true."""
    wanted = search.looked_for(project, query)
    if wanted is None:
        return Recalled([], 0)
    most, size = limit + limits.COUNTED_FURTHER, max(limit, POOL)
    return _look(
        project,
        limit,
        instant,
        wanted,
        best=lambda what: (
            (pk,) for pk in search.ranked(memories, what, in_the_past=in_the_past)[:size]
        ),
        count=lambda what: search.matched(memories, what, in_the_past=in_the_past)[:most].count(),
        fetch=lambda pks: memories.filter(pk__in=pks),
    )


def _look(
    project: Project,
    limit: int,
    instant: Instant,
    wanted: LookedFor,
    *,
    best: Callable[[Values], Iterable[tuple[int]]],
    count: Callable[[Values], int],
    fetch: Callable[[Sequence[int]], Iterable[Memory]],
) -> Recalled:
    for _ in range(2):
        found, matched = _found(limit, wanted, best)
        ranked = wanted.ranking.ranked(found, _texts_of(project, found))
        scores = dict(islice(ranked.items(), limit))
        rows = complete(fetch(list(scores)), instant) if scores else []
        # A write that was in flight may land between the looks. It does so once: all that is
        # written later is not there yet at the instant.
        if len(rows) == len(scores):
            break
    for row in rows:
        row.score = scores[row.pk]
    order = {pk: place for place, pk in enumerate(scores)}
    rows.sort(key=lambda row: order[row.pk])
    further = count(matched) - limit if len(scores) == limit else 0
    loosely = wanted.phrased is not None and matched is not wanted.phrased
    return Recalled(rows, max(further, 0), loosely)


def _found(
    limit: int, wanted: LookedFor, best: Callable[[Values], Iterable[tuple[int]]]
) -> tuple[list[int], Values]:
    """The memories to be ranked, and what all that match have."""
    if wanted.phrased is not None and (found := [pk for (pk,) in best(wanted.phrased)]):
        return found, wanted.phrased
    for what in wanted.to_rank():
        found = [pk for (pk,) in best(what)]
        if len(found) >= limit:
            break
    return found, wanted.any_word


def _texts_of(project: Project, pks: Sequence[int]) -> list[Text]:
    return [
        Text(*row)
        for size, some in fitting_lists("pk", pks)
        for row in _texts(size).rows(project=project.pk, **some)
    ]


@cache
def _texts(size: int) -> Prepared[Memory]:
    return Prepared(
        lambda: Memory.objects.filter(
            project=Given("project"), pk__in=given_list("pk", size)
        ).values_list("pk", "title", "tags", Left("content", READ))
    )


@dataclass(frozen=True, slots=True)
class Alike:
    """A true memory that shares words with a text, without what a reader would show of it."""

    pk: int
    public_id: UUID
    lineage: UUID
    kind: str
    content: str
    value: str


def alike(project: Project, text: str, *, instant: Instant, limit: int) -> list[Alike]:
    """What is true now and has the rarest of the text's first words, best first."""
    wanted = search.looked_for(
        project, " ".join(words_of(text)[:READ_FOR_WORDS]), rarest=WORDS_COMPARED
    )
    if wanted is None:
        return []
    values = {**values_of(instant), "project": project.pk}
    for what in wanted.to_rank():
        pks = [pk for (pk,) in _best(limit, 0, False).rows(**values, **what)]
        if len(pks) == limit:
            break
    found = {
        row[0]: Alike(*row)
        for size, some in fitting_lists("pk", pks)
        for row in _outlines(size).rows(**values, **some)
    }
    return [found[pk] for pk in pks if pk in found]


@cache
def _outlines(size: int) -> Prepared[Any]:
    return Prepared(lambda: _true_of(size).values_list(*OUTLINE))


_WANTED = {name: Given(name) for name in search.NAMES}


def true_as_given() -> MemoryQuerySet:
    """For questions prepared elsewhere: of the given `project`, at the given instant."""
    return Memory.objects.filter(project=Given("project")).authoritative(given_instant())


def _true(kinds: int) -> MemoryQuerySet:
    true = true_as_given()
    return true.filter(kind__in=given_list("kind", kinds)) if kinds else true


@cache
def _best(size: int, kinds: int, in_the_past: bool) -> Prepared[Any]:
    return Prepared(lambda: search.ranked(_true(kinds), _WANTED, in_the_past=in_the_past)[:size])


def _counted(limit: int, kinds: int, in_the_past: bool, values: Values) -> int:
    most = limit + limits.COUNTED_FURTHER
    if kinds or in_the_past:
        return _matches(most, kinds, in_the_past).count(**values)
    return min(most, sum(part.count(**values) for part in _matches_now(most)))


@cache
def _matches(most: int, kinds: int, in_the_past: bool) -> Prepared[Any]:
    return Prepared(lambda: search.matched(_true(kinds), _WANTED, in_the_past=in_the_past)[:most])


@cache
def _matches_now(most: int) -> list[Prepared[Any]]:
    def part(found: QuerySet[Any, Any]) -> Prepared[Any]:
        return Prepared(lambda: found[:most])

    return [part(found) for found in search.matched_now(_true(0), _WANTED)]


def _true_of(size: int) -> MemoryQuerySet:
    """The condition in a subquery: beside the keys, SQLite without statistics may take an index by
    project and time for narrower than the keys, and so read the whole project.
    """
    true = Exists(_true(0).filter(pk=OuterRef("pk")))
    rows = Memory.objects.filter(true, pk__in=given_list("pk", size))
    return rows.annotate(
        authority=Value(Authority.AUTHORITATIVE.value)  # type: ignore[no-redef] # as it declares
    )


@cache
def _rows(size: int) -> Prepared[Memory]:
    return Prepared(lambda: _true_of(size))


def true_among(pks: Sequence[int], project: Project, instant: Instant) -> list[Memory]:
    """Those of the memories that are true, in no order."""
    values = {**values_of(instant), "project": project.pk}
    lists = fitting_lists("pk", pks)
    return [row for size, some in lists for row in _rows(size).models(**values, **some)]


_WRITTEN_SINCE = Prepared(
    lambda: ProjectHead.objects.filter(
        project=Given("project"), moment__gt=Given("known_at")
    ).values_list("pk")
)
