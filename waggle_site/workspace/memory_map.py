"""The Memory Map: the part of the graph that the Workspace speaks of, and what is linked to it.

Never more than a handful of memories, however many there are; the Studio draws them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from itertools import chain, islice
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from memory.authority import Instant
from memory.kinds import EdgeType
from memory.models import Edge, Memory, Project, ToolCall
from memory.prepared import Given, Prepared, fitting_lists, given_list
from memory.services.listing import by_key, keys_of
from proposals.services.changing import newest_waiting

MOST, SEEDS, WAITING, LINKS = 18, 14, 5, 120
JUST_READ = timedelta(minutes=10)

# Source and target by their keys.
Link = tuple[str, int, int]


@dataclass(slots=True)
class Spot:
    """One memory of the map: what would change it, and what it says it is to others of the map."""

    memory: Memory
    waiting: list[str] = field(default_factory=list)
    """The numbers of proposals that would change it."""
    links: list[tuple[str, str, Memory]] = field(default_factory=list)
    """Type, words, the other one."""
    read_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class MemoryMap:
    spots: list[Spot]
    """The one in the middle first."""
    total: int

    @property
    def omitted(self) -> int:
        return self.total - len(self.spots)

    @property
    def linked(self) -> int:
        return sum(len(spot.links) for spot in self.spots)

    @property
    def states(self) -> list[str]:
        """What the key has to tell."""
        return list(dict.fromkeys(str(spot.memory.authority) for spot in self.spots))

    @property
    def is_waiting(self) -> bool:
        return any(spot.waiting for spot in self.spots)


def memory_map(
    project: Project, instant: Instant, *, shown: Iterable[int], total: int
) -> MemoryMap:
    """`shown`: the memories that the page tells of anyway, by key. `total`: how many there are."""
    waiting, read = newest_waiting(project, WAITING), _just_read(project)
    seeds = list(islice(dict.fromkeys(chain(waiting, read, shown)), SEEDS))
    keys = [*seeds, *_neighbours(project, seeds)]
    there = [one for one in by_key(project, keys, instant) if one.erased_at is None]
    links = _links(there)
    degrees = Counter(pk for _, source, target in links for pk in (source, target))
    spots = [
        Spot(one, waiting.get(one.pk, []), read_at=read.get(one.pk))
        for one in sorted(there, key=lambda memory: memory.pk)
    ]
    # What waits to be changed, else what most is linked to, stands in the middle.
    spots.sort(key=lambda spot: (not spot.waiting, not spot.read_at, -degrees[spot.memory.pk]))
    return MemoryMap(_with_links(spots[:MOST], links), total)


def _just_read(project: Project) -> dict[int, datetime]:
    """What the last agent that read here was given, while that is no longer than minutes ago."""
    since = timezone.now() - JUST_READ
    for ids, at in _LAST_READ.rows(project=project.pk, since=since):
        given = [UUID(one) for one in ids[:SEEDS]]
        pks = keys_of(project.pk, given)
        return {pks[one]: at for one in given if one in pks}
    return {}


def _neighbours(project: Project, seeds: Sequence[int]) -> list[int]:
    """What most of the seeds are linked to, by their newest links."""
    if not seeds:
        return []
    [(size, some)] = fitting_lists("pk", seeds)
    ends = _touching(size).rows(project=project.pk, **some)
    counts = Counter(one for pair in ends for one in pair if one not in seeds)
    return [one for one, _ in counts.most_common(MOST)]


def _links(memories: Sequence[Memory]) -> list[Link]:
    if not memories:
        return []
    [(size, some)] = fitting_lists("pk", [one.pk for one in memories])
    return _between(size).rows(**some)


def _with_links(spots: list[Spot], links: Iterable[Link]) -> list[Spot]:
    by_pk = {spot.memory.pk: spot for spot in spots}
    for type, source, target in links:
        if source in by_pk and target in by_pk:
            says = str(EdgeType(type).label)
            by_pk[source].links.append((type, says, by_pk[target].memory))
    return spots


_LAST_READ = Prepared(
    lambda: (
        ToolCall.objects.readings()
        .filter(project=Given("project"), at__gt=Given("since"))
        .order_by("-at", "-pk")
        .values_list("ids", "at")[:1]
    )
)


@cache
def _touching(size: int) -> Prepared[Any]:
    pks = given_list("pk", size)
    edges = Edge.objects.filter(
        Q(source__pk__in=pks) | Q(target__pk__in=pks), project=Given("project")
    )
    return Prepared(lambda: edges.order_by("-pk").values_list("source_id", "target_id")[:LINKS])


@cache
def _between(size: int) -> Prepared[Any]:
    pks = given_list("pk", size)
    edges = Edge.objects.filter(source__pk__in=pks, target__pk__in=pks).order_by("pk")
    return Prepared(lambda: edges.values_list("type", "source_id", "target_id"))
