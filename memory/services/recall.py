"""The one reader of what is true: tools, pages and the brief all ask here."""

from collections.abc import Sequence
from dataclasses import dataclass

from memory import limits, search
from memory.authority import Instant
from memory.models import Memory, Project
from memory.models.memory import MemoryQuerySet
from memory.services.lineage import attach_neighbours


@dataclass(frozen=True, slots=True)
class Recalled:
    memories: list[Memory]
    omitted: int
    """Further matches, counted up to 1 000."""


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
    true = what_is_true(project, instant)
    if kinds:
        true = true.filter(kind__in=kinds)
    return find(true, project, query, instant=instant, limit=limit, in_the_past=not instant.is_now)


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
    # One look gives the best and, behind them, how many more there are.
    scores = search.best(
        memories, project, query, limit=limit + limits.COUNTED_FURTHER, in_the_past=in_the_past
    )
    wanted = list(scores)[:limit]
    rows = attach_neighbours(with_links(memories.filter(pk__in=wanted)), instant)
    for row in rows:
        row.score = scores[row.pk]
    rows.sort(key=lambda row: wanted.index(row.pk))
    return Recalled(rows, len(scores) - len(wanted))


def with_links(memories: MemoryQuerySet) -> MemoryQuerySet:
    return memories.prefetch_related("outgoing__target")
