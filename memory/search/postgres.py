"""PostgreSQL: a tsvector with the project as a lexeme of its own, in a GIN index."""

from collections.abc import Iterable, Sequence

from django.contrib.postgres.search import SearchQuery, SearchRank
from django.db import connection
from django.db.models import F

from memory.models import Memory, PostgresIndex, Project
from memory.models.memory import MemoryQuerySet

_ADD = """
    INSERT INTO memory_indexed (memory_id, is_current, document) VALUES (%s, true,
        setweight(to_tsvector('english', %s), 'A') || setweight(to_tsvector('english', %s), 'B')
        || setweight(to_tsvector('english', %s), 'C') || to_tsvector('simple', %s))
"""


def add(memories: Iterable[Memory]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            _ADD,
            [
                (row.pk, row.title, " ".join(row.tags), row.content, _scope(row.project_id))
                for row in memories
            ],
        )


def end(memories: Sequence[Memory]) -> None:
    PostgresIndex.objects.filter(memory__in=memories).update(is_current=False)


def erase(memories: Sequence[Memory]) -> None:
    PostgresIndex.objects.filter(memory__in=memories).delete()


def indexed() -> MemoryQuerySet:
    return Memory.objects.filter(indexed__is_current=True)


def matching(
    memories: MemoryQuerySet, project: Project, terms: Sequence[str], *, in_the_past: bool
) -> MemoryQuerySet:
    words = SearchQuery(
        " or ".join(f'"{term}"' for term in terms), config="english", search_type="websearch"
    )
    # The scope narrows inside the index; the project's own condition is in `memories` already.
    scope = SearchQuery(_scope(project.pk), config="simple", search_type="plain")
    found = memories.filter(indexed__document=scope & words)
    if not in_the_past:
        found = found.filter(indexed__is_current=True)
    rank = SearchRank(F("indexed__document"), words)
    scored = found.annotate(score=rank)  # type: ignore[no-redef] # declared on the model
    return scored.order_by(rank.desc(), "-recorded_at", "-pk")


def _scope(project_pk: int) -> str:
    return f"wagglescope{project_pk}"
