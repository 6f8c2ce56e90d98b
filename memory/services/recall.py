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
    in_the_past: bool = False,
) -> Recalled:
    """What is true at the instant and has any word of the query, best first."""
    true = what_is_true(project, instant)
    if kinds:
        true = true.filter(kind__in=kinds)
    found = search.matching(true, project, query, in_the_past=in_the_past)
    memories = with_links(found[:limit])
    further = (
        found.order_by()[limit : limit + limits.COUNTED_FURTHER].count()
        if len(memories) == limit
        else 0
    )
    return Recalled(attach_neighbours(memories, instant), further)


def with_links(memories: MemoryQuerySet) -> MemoryQuerySet:
    return memories.prefetch_related("outgoing__target")
