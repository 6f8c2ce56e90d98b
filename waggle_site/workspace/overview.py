"""The Workspace: what agents are told now, who wants to change it, and who decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from memory.access import Access
from memory.authority import Instant
from memory.kinds import Kind
from memory.models import Memory
from memory.prepared import values_of
from memory.services.lineage import attach_neighbours
from memory.services.listing import count_by_authority
from memory.services.newest import newest_of, newest_of_all
from memory.services.recall import true_among
from proposals.services.changing import waiting_to_change
from proposals.services.conflicts import Found, standing_conflicts
from waggle_site.workspace.memory_map import MemoryMap, memory_map
from waggle_site.workspace.parts import parts_of
from waggle_site.workspace.purpose import Source, source_of_purpose
from waggle_site.workspace.timeline import Timeline, timeline
from waggle_site.workspace.waiting import Waiting, waiting

DECISIONS, RECENT, LINES, CONFLICTS = 8, 6, 12, 3
CONTEXT: tuple[tuple[str, tuple[Kind, ...], int], ...] = (
    ("Goals", (Kind.GOAL,), 3),
    ("Requirements", (Kind.REQUIREMENT, Kind.CONSTRAINT), 6),
    ("Open questions", (Kind.QUESTION,), 4),
)
BESIDES = DECISIONS + sum(size for *_, size in CONTEXT)
PARTS = (
    "counts",
    "purpose",
    "groups",
    "decisions",
    "recent",
    "map",
    "waiting",
    "conflicts",
    "timeline",
)


@dataclass(frozen=True, slots=True)
class Group:
    """A part of the context. `kind` is what a first one would be."""

    title: str
    kind: Kind
    memories: list[Memory]


class Changing(NamedTuple):
    memory: Memory
    changes: list[str]
    """The proposals that wait to change it."""


class Overview:
    def __init__(self, access: Access) -> None:
        self.access = access
        self.project = access.project
        self.instant = Instant.now()
        self.values = {"project": self.project.pk, **values_of(self.instant)}

    def parts(self) -> dict[str, Any]:
        return parts_of(self, *PARTS)

    @cached_property
    def counts(self) -> dict[str, int]:
        return count_by_authority(self.project, self.instant)

    @cached_property
    def purpose(self) -> Source | None:
        return source_of_purpose(self.project)

    @cached_property
    def groups(self) -> list[Group]:
        return [
            Group(title, kinds[0], self._told(pks))
            for (title, kinds, _), pks in zip(CONTEXT, self._context, strict=True)
        ]

    @cached_property
    def decisions(self) -> list[Changing]:
        return self._changing(self._decided)

    @cached_property
    def recent(self) -> list[Changing]:
        return self._changing(self._recorded)

    @cached_property
    def map(self) -> MemoryMap:
        total = sum(self.counts.values())
        return memory_map(self.project, self.instant, shown=self._keys(), total=total)

    @cached_property
    def waiting(self) -> Waiting:
        return waiting(self.access)

    @cached_property
    def conflicts(self) -> list[Found]:
        return standing_conflicts(self.project, self.instant, limit=CONFLICTS)

    @cached_property
    def timeline(self) -> Timeline:
        return timeline(self.project, limit=LINES)

    def _keys(self) -> Iterator[int]:
        """Of all that is listed, the last of it only to whoever goes on so far."""
        yield from self._decided
        yield from chain.from_iterable(self._context)
        yield from self._recorded

    @cached_property
    def _decided(self) -> list[int]:
        return newest_of((Kind.DECISION,), DECISIONS, self.values)

    @cached_property
    def _context(self) -> list[list[int]]:
        return [newest_of(kinds, size, self.values) for _, kinds, size in CONTEXT]

    @cached_property
    def _recorded(self) -> list[int]:
        """The newest of any kind, besides those that are listed anyway."""
        besides = {*self._decided, *chain.from_iterable(self._context)}
        newest = newest_of_all(RECENT + BESIDES, self.values)
        return [pk for pk in newest if pk not in besides][:RECENT]

    @cached_property
    def _rows(self) -> dict[int, Memory]:
        rows = true_among(list(self._keys()), self.project, self.instant)
        return {row.pk: row for row in attach_neighbours(rows, self.instant)}

    @cached_property
    def _changes(self) -> dict[int, list[str]]:
        return waiting_to_change(self.project, [*self._decided, *self._recorded])

    def _changing(self, pks: list[int]) -> list[Changing]:
        return [Changing(one, self._changes[one.pk]) for one in self._told(pks)]

    def _told(self, pks: list[int]) -> list[Memory]:
        # What ended between the two questions is not told.
        return [self._rows[pk] for pk in pks if pk in self._rows]
