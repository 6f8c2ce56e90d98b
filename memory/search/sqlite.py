"""SQLite FTS5: words stemmed, the project a term of its own inside the index."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from memory.models import Memory, SqliteEver, SqliteNow
from memory.models.memory import MemoryQuerySet
from memory.search.terms import Scope, Values, plain

NOW, EVER = "memory_now", "memory_ever"
TIMED = "timed"  # beside the project, where the clock alone can change whether a memory is true


def add(memories: Iterable[Memory]) -> None:
    rows = [
        (
            row.pk,
            plain(row.title),
            plain(" ".join(row.tags)),
            plain(row.content),
            _scope(row.project_id) + (f" {TIMED}" if _is_timed(row) else ""),
        )
        for row in memories
    ]
    with connection.cursor() as cursor:
        for table in (NOW, EVER):
            cursor.executemany(
                f"INSERT INTO {table} (rowid, title, tags, content, scope)"  # noqa: S608 - a constant
                " VALUES (%s, %s, %s, %s, %s)",
                rows,
            )


def _is_timed(memory: Memory) -> bool:
    return (
        memory.valid_until is not None
        or memory.valid_from > memory.recorded_at
        or memory.succeeded_at is not None
    )


def await_end(memories: Sequence[Memory]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {NOW} SET scope = %s WHERE rowid = %s",  # noqa: S608 - a constant
            [(f"{_scope(row.project_id)} {TIMED}", row.pk) for row in memories],
        )


def end(memories: Sequence[Memory]) -> None:
    _remove(NOW, memories)


def erase(memories: Sequence[Memory]) -> None:
    for table in (NOW, EVER):
        _remove(table, memories)


def purge() -> None:
    """FTS5 only marks a row's words as gone, and drops them when it merges what it has."""
    with connection.cursor() as cursor:
        for table in (NOW, EVER):
            cursor.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")  # noqa: S608 - a constant


def indexed() -> MemoryQuerySet:
    return Memory.objects.filter(in_now__isnull=False)


def counts(terms: Sequence[str]) -> Sequence[int]:
    """How many current memories have each, counted only as far as it matters."""
    one = f"(SELECT count(*) FROM (SELECT 1 FROM {NOW} WHERE {NOW} MATCH %s LIMIT 1001))"  # noqa: S608 - a constant
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join([one] * len(terms))}", [_any(term) for term in terms])
        found: Sequence[int] = cursor.fetchone()
    return found


def scope(project_pk: int) -> Scope:
    name = f"scope : {_scope(project_pk)}"
    return Scope(name, narrows="" if _is_most(project_pk) else name)


def values(within: Scope, rarer: Sequence[str], commoner: Sequence[str]) -> Values:
    words = _any(*rarer)
    if commoner:
        # FTS5 scores all that a query names: each word twice, so that none weighs more for it.
        words = f"({words}) AND ({_any(*rarer, *commoner, *commoner)})"
    return _in_scope(within, words)


def phrased(within: Scope, phrases: Sequence[str], terms: Sequence[str]) -> Values:
    every = " AND ".join(map(_term, phrases))
    return _in_scope(within, f"({every}) AND ({_any(*phrases, *terms)})")


def _in_scope(within: Scope, words: str) -> Values:
    anywhere = f"{{title tags content}} : ({words})"
    row = f"{within.narrows} AND {anywhere}" if within.narrows else anywhere
    return {
        "row": row,
        "lasting": f"({within.name} AND {anywhere}) NOT scope : {TIMED}",
        "timed": f"scope : {TIMED} AND {row}",
    }


def _is_most(project_pk: int) -> bool:
    """Whether the project has half of all memories: to find them by its name costs more then than
    to leave the others to the project's own condition.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 2 * memory_number > (SELECT max(id) FROM memory_memory)"
            " FROM memory_projecthead WHERE project_id = %s",
            [project_pk],
        )
        [is_most] = cursor.fetchone()
    return bool(is_most)


def _any(*terms: str) -> str:
    return " OR ".join(map(_term, terms))


def _term(term: str) -> str:
    return f'"{term[:-1]}" *' if term.endswith("*") else f'"{term}"'


def ranked(memories: MemoryQuerySet, wanted: Values, in_the_past: bool) -> QuerySet[Any, Any]:
    # Ordered by the index's own rank and nothing else: so FTS5 hands out rows best first, and the
    # conditions are asked of the first few only.
    found = _matching(memories, wanted, in_the_past).order_by("rank")
    return found.values_list("pk", flat=True)


def matched(memories: MemoryQuerySet, wanted: Values, in_the_past: bool) -> QuerySet[Any, Any]:
    return _matching(memories, wanted, in_the_past).values_list("pk", flat=True)


def matched_now(memories: MemoryQuerySet, wanted: Values) -> list[QuerySet[Any, Any]]:
    # What is current and not timed is true: to ask that of every row takes longer than to match.
    lasting = SqliteNow.objects.filter(row__match=wanted["lasting"]).values_list("pk", flat=True)
    return [lasting, matched(memories, {"row": wanted["timed"]}, in_the_past=False)]


def _matching(memories: MemoryQuerySet, wanted: Values, in_the_past: bool) -> QuerySet[Any]:
    # A correlated condition, not a join: as a join SQLite may start from the memories, and then
    # asks the index once for every one of them.
    allowed = Exists(memories.filter(pk=OuterRef("pk")))
    index = SqliteEver if in_the_past else SqliteNow
    return index.objects.filter(allowed, row__match=wanted["row"])


def _scope(project_pk: int) -> str:
    return f"p{project_pk}"


def _remove(table: str, memories: Sequence[Memory]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            f"DELETE FROM {table} WHERE rowid = %s",  # noqa: S608 - a constant
            [(row.pk,) for row in memories],
        )
