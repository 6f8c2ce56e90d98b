"""PostgreSQL: a tsvector with the project as a lexeme of its own, in a GIN index."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.postgres.search import SearchQuery, SearchRank
from django.db import connection
from django.db.models import F, QuerySet

from memory.models import Memory, PostgresIndex
from memory.models.memory import MemoryQuerySet
from memory.search.terms import Scope, Values, plain

_COUNTS = """
    SELECT (SELECT count(*) FROM (
        SELECT 1 FROM memory_indexed
        WHERE is_current AND document @@ to_tsquery('waggle', term) LIMIT 1001
    ) few) FROM unnest(%s::text[]) WITH ORDINALITY AS asked (term, place) ORDER BY place
"""
# A stroke, which is in no word, parts the fields: no phrase begins in one and ends in the next.
_ADD = """
    INSERT INTO memory_indexed (memory_id, is_current, document) VALUES (%s, true,
        setweight(to_tsvector('waggle', %s), 'A')
        || '/:1' || setweight(to_tsvector('waggle', %s), 'B')
        || '/:1' || setweight(to_tsvector('waggle', %s), 'C') || to_tsvector('simple', %s))
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


def await_end(memories: Sequence[Memory]) -> None:
    """Each row's own condition sees to it."""


def end(memories: Sequence[Memory]) -> None:
    PostgresIndex.objects.filter(memory__in=memories).update(is_current=False)


def erase(memories: Sequence[Memory]) -> None:
    PostgresIndex.objects.filter(memory__in=memories).delete()


def purge() -> None:
    """VACUUM sees to it, as to every deleted row."""


def indexed() -> MemoryQuerySet:
    return Memory.objects.filter(indexed__is_current=True)


def counts(terms: Sequence[str]) -> Sequence[int]:
    """How many current memories have each, counted only as far as it matters."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, [[_any(term) for term in terms]])
        return [count for [count] in cursor.fetchall()]


def scope(project_pk: int) -> Scope:
    name = _scope(project_pk)
    return Scope(name, narrows=name)


def values(within: Scope, rarer: Sequence[str], commoner: Sequence[str]) -> Values:
    words = _any(*rarer, *commoner)
    return {"scope": within.name, "required": _any(*rarer), "words": words}


def phrased(within: Scope, phrases: Sequence[str], terms: Sequence[str]) -> Values:
    required = " & ".join(map(_term, phrases))
    return {"scope": within.name, "required": required, "words": _any(*terms)}


def _any(*terms: str) -> str:
    return " | ".join(map(_term, terms))


def _term(term: str) -> str:
    if term.endswith("*"):
        return f"'{term[:-1]}':*"
    return "(" + " <-> ".join(f"'{word}'" for word in term.split()) + ")"


def ranked(memories: MemoryQuerySet, wanted: Values, in_the_past: bool) -> QuerySet[Any, Any]:
    rank = SearchRank(F("indexed__document"), _query(wanted["words"]))
    found = _matching(memories, wanted, in_the_past).order_by(rank.desc(), "-pk")
    return found.values_list("pk", flat=True)


def matched(memories: MemoryQuerySet, wanted: Values, in_the_past: bool) -> QuerySet[Any, Any]:
    return _matching(memories, wanted, in_the_past).values_list("pk", flat=True)


def matched_now(memories: MemoryQuerySet, wanted: Values) -> list[QuerySet[Any, Any]]:
    return [matched(memories, wanted, in_the_past=False)]


def _matching(memories: MemoryQuerySet, wanted: Values, in_the_past: bool) -> MemoryQuerySet:
    # The scope narrows inside the index; the project's own condition is in `memories` already.
    # Two conditions, not one query: words too long for any lexeme would leave the scope alone.
    scope = SearchQuery(wanted["scope"], config="simple", search_type="plain")
    found = memories.filter(indexed__document=scope).filter(
        indexed__document=_query(wanted["required"])
    )
    return found if in_the_past else found.filter(indexed__is_current=True)


def _query(words: Any) -> SearchQuery:
    return SearchQuery(words, config="waggle", search_type="raw")


def _scope(project_pk: int) -> str:
    return f"wagglescope{project_pk}"
