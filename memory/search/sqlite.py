"""SQLite FTS5: words stemmed, the project a term of its own inside the index."""

from collections.abc import Iterable, Sequence

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from memory.models import Memory, Project, SqliteEver, SqliteNow
from memory.models.memory import MemoryQuerySet
from memory.search.terms import plain

NOW, EVER = "memory_now", "memory_ever"


def add(memories: Iterable[Memory]) -> None:
    rows = [
        (
            row.pk,
            plain(row.title),
            plain(" ".join(row.tags)),
            plain(row.content),
            _scope(row.project_id),
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


def end(memories: Sequence[Memory]) -> None:
    _remove(NOW, memories)


def erase(memories: Sequence[Memory]) -> None:
    for table in (NOW, EVER):
        _remove(table, memories)


def indexed() -> MemoryQuerySet:
    return Memory.objects.filter(in_now__isnull=False)


def best(
    memories: MemoryQuerySet,
    project: Project,
    terms: Sequence[str],
    *,
    limit: int,
    in_the_past: bool,
) -> list[tuple[int, float]]:
    # Ordered by the index's own rank and nothing else: so FTS5 hands out rows best first, and the
    # conditions are asked of the first few only.
    rows = _matching(memories, project, terms, in_the_past).order_by("rank")
    return [(pk, -rank) for pk, rank in rows.values_list("pk", "rank")[:limit]]


def _matching(
    memories: MemoryQuerySet, project: Project, terms: Sequence[str], in_the_past: bool
) -> QuerySet[SqliteNow] | QuerySet[SqliteEver]:
    any_word = " OR ".join(f'"{term}"' for term in terms)
    query = f"scope : {_scope(project.pk)} AND {{title tags content}} : ({any_word})"
    # A correlated condition, not a join: as a join SQLite may start from the memories, and then
    # asks the index once for every one of them.
    allowed = Exists(memories.filter(pk=OuterRef("pk")))
    if in_the_past:
        return SqliteEver.objects.filter(allowed, row__match=query)
    return SqliteNow.objects.filter(allowed, row__match=query)


def _scope(project_pk: int) -> str:
    return f"p{project_pk}"


def _remove(table: str, memories: Sequence[Memory]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            f"DELETE FROM {table} WHERE rowid = %s",  # noqa: S608 - a constant
            [(row.pk,) for row in memories],
        )
