"""PostgreSQL: a tsvector with the project as a lexeme of its own, in a GIN index."""

from collections.abc import Iterable, Sequence

from django.contrib.postgres.search import SearchQuery, SearchRank
from django.db import connection
from django.db.models import F

from memory.models import Memory, PostgresIndex, Project
from memory.models.memory import MemoryQuerySet
from memory.search.terms import plain

_ADD = """
    INSERT INTO memory_indexed (memory_id, is_current, document) VALUES (%s, true,
        setweight(to_tsvector('waggle', %s), 'A') || setweight(to_tsvector('waggle', %s), 'B')
        || setweight(to_tsvector('waggle', %s), 'C') || to_tsvector('simple', %s))
"""


def add(memories: Iterable[Memory]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            _ADD,
            [
                (
                    row.pk,
                    plain(row.title),
                    plain(" ".join(row.tags)),
                    plain(row.content),
                    _scope(row.project_id),
                )
                for row in memories
            ],
        )


def end(memories: Sequence[Memory]) -> None:
    PostgresIndex.objects.filter(memory__in=memories).update(is_current=False)


def erase(memories: Sequence[Memory]) -> None:
    PostgresIndex.objects.filter(memory__in=memories).delete()


def indexed() -> MemoryQuerySet:
    return Memory.objects.filter(indexed__is_current=True)


def best(
    memories: MemoryQuerySet,
    project: Project,
    terms: Sequence[str],
    *,
    limit: int,
    in_the_past: bool,
) -> list[tuple[int, float]]:
    rank = SearchRank(F("indexed__document"), _words(terms))
    rows = _matching(memories, project, terms, in_the_past)
    return list(rows.order_by(rank.desc(), "-pk").values_list("pk", rank)[:limit])


def _matching(
    memories: MemoryQuerySet, project: Project, terms: Sequence[str], in_the_past: bool
) -> MemoryQuerySet:
    # The scope narrows inside the index; the project's own condition is in `memories` already.
    # Two conditions, not one query: words too long for any lexeme would leave the scope alone.
    scope = SearchQuery(_scope(project.pk), config="simple", search_type="plain")
    found = memories.filter(indexed__document=scope).filter(indexed__document=_words(terms))
    return found if in_the_past else found.filter(indexed__is_current=True)


def _words(terms: Sequence[str]) -> SearchQuery:
    quoted = " or ".join(f'"{term}"' for term in terms)
    return SearchQuery(quoted, config="waggle", search_type="websearch")


def _scope(project_pk: int) -> str:
    return f"wagglescope{project_pk}"
