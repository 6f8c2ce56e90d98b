"""The one reader of what is true: tools, pages and the brief all ask here."""

from collections.abc import Sequence
from dataclasses import dataclass

from memory import limits, search
from memory.authority import Instant
from memory.models import Memory, Project, ProjectHead
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
    found = find(true, project, query, instant=instant, limit=limit, in_the_past=not instant.is_now)
    if instant.is_now and _written_since(project, instant):
        # What was superseded after the instant has left the index of what is current, and at the
        # instant its successor is not there yet: neither would be found.
        return find(true, project, query, instant=instant, limit=limit, in_the_past=True)
    return found


def _written_since(project: Project, instant: Instant) -> bool:
    return ProjectHead.objects.filter(project=project, moment__gt=instant.known_at).exists()


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
    for _ in range(2):
        # One look gives the best and, behind them, how many more there are.
        scores = search.best(
            memories, project, query, limit=limit + limits.COUNTED_FURTHER, in_the_past=in_the_past
        )
        wanted = list(scores)[:limit]
        rows = attach_neighbours(with_links(memories.filter(pk__in=wanted)), instant)
        # A write that was in flight may land between the two looks. It does so once: all that is
        # written later is not there yet at the instant.
        if len(rows) == len(wanted):
            break
    for row in rows:
        row.score = scores[row.pk]
    rows.sort(key=lambda row: wanted.index(row.pk))
    return Recalled(rows, len(scores) - len(wanted))


def with_links(memories: MemoryQuerySet) -> MemoryQuerySet:
    return memories.prefetch_related("outgoing__target")
