"""SQLite FTS5: words stemmed, accents folded, the project a term of its own inside the index."""

from collections.abc import Iterable, Sequence

from django.db import connection
from django.db.models import F

from memory.models import Memory, Project
from memory.models.memory import MemoryQuerySet

NOW, EVER = "memory_now", "memory_ever"


def add(memories: Iterable[Memory]) -> None:
    rows = [
        (row.pk, row.title, " ".join(row.tags), row.content, _scope(row.project_id))
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


def matching(
    memories: MemoryQuerySet, project: Project, terms: Sequence[str], *, in_the_past: bool
) -> MemoryQuerySet:
    index = "in_ever" if in_the_past else "in_now"
    any_word = " OR ".join(f'"{term}"' for term in terms)
    query = f"scope : {_scope(project.pk)} AND {{title tags content}} : ({any_word})"
    return (
        memories.filter(**{f"{index}__row__match": query})
        .annotate(score=-F(f"{index}__rank"))  # type: ignore[no-redef] # declared on the model
        .order_by(f"{index}__rank", "-recorded_at", "-pk")
    )


def _scope(project_pk: int) -> str:
    return f"p{project_pk}"


def _remove(table: str, memories: Sequence[Memory]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            f"DELETE FROM {table} WHERE rowid = %s",  # noqa: S608 - a constant
            [(row.pk,) for row in memories],
        )
