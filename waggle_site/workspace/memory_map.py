"""The Memory Map: the part of the graph that the Workspace speaks of, and what is linked to it.

Never more than a handful of memories, however many there are; the Studio draws them all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from memory.authority import Instant
from memory.kinds import EdgeType
from memory.models import Edge, Memory, Project, ToolCall
from memory.services.listing import with_authority
from proposals.models import Proposal, ProposalTarget
from proposals.states import Status
from waggle_site.guide.happened import BY_AGENTS

MOST, SEEDS, WAITING, LINKS = 18, 14, 5, 120
JUST_READ = timedelta(minutes=10)
READING = ("get_project_brief", "recall_memory")

# Source and target by their keys.
Link = tuple[str, int, int]


@dataclass(slots=True)
class Spot:
    """One memory of the map: what would change it, and what it says it is to others of the map."""

    memory: Memory
    waiting: list[Proposal] = field(default_factory=list)
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
    project: Project, instant: Instant, *, shown: Sequence[Memory], total: int
) -> MemoryMap:
    """`shown`: the memories that the page tells of anyway. `total`: how many there are."""
    waiting, read = _waiting(project), _just_read(project)
    seeds = list(dict.fromkeys([*waiting, *read, *(one.public_id for one in shown)]))[:SEEDS]
    found = with_authority(project, [*seeds, *_neighbours(project, seeds)], instant)
    there = {ref: one for ref, one in found.items() if one.erased_at is None}
    links = _links(there.values())
    degrees = Counter(pk for _, source, target in links for pk in (source, target))
    spots = [
        Spot(memory, waiting.get(ref, []), read_at=read.get(ref)) for ref, memory in there.items()
    ]
    # What waits to be changed, else what most is linked to, stands in the middle.
    spots.sort(key=lambda spot: (not spot.waiting, not spot.read_at, -degrees[spot.memory.pk]))
    return MemoryMap(_with_links(spots[:MOST], links), total)


def _waiting(project: Project) -> dict[UUID, list[Proposal]]:
    """By the memory that each would change; the newest proposal first."""
    rows = ProposalTarget.objects.filter(
        proposal__project=project, proposal__status=Status.PENDING, memory__project=project
    )
    rows = rows.select_related("proposal", "memory").order_by("-proposal__number")
    changes: dict[UUID, list[Proposal]] = defaultdict(list)
    for row in rows[:WAITING]:
        changes[row.memory.public_id].append(row.proposal)
    return changes


def _just_read(project: Project) -> dict[UUID, datetime]:
    """What the last agent that read here was given, while that is no longer than minutes ago."""
    calls = ToolCall.objects.filter(
        project=project, at__gt=timezone.now() - JUST_READ, tool__in=READING, origin__in=BY_AGENTS
    )
    call = calls.filter(outcome="ok").order_by("-at", "-pk").first()
    return {UUID(one): call.at for one in call.ids[:SEEDS]} if call else {}


def _neighbours(project: Project, seeds: Sequence[UUID]) -> list[UUID]:
    """What most of the seeds are linked to, by their newest links."""
    own = Memory.objects.filter(project=project, public_id__in=seeds)
    # By key: over two joins SQLite would look through every link of the project.
    pks = list(own.values_list("pk", flat=True))
    edges = Edge.objects.filter(Q(source__in=pks) | Q(target__in=pks), project=project)
    ends = edges.order_by("-pk").values_list("source__public_id", "target__public_id")
    counts = Counter(one for pair in ends[:LINKS] for one in pair if one not in seeds)
    return [one for one, _ in counts.most_common(MOST)]


def _links(memories: Iterable[Memory]) -> list[Link]:
    pks = [one.pk for one in memories]
    edges = Edge.objects.filter(source__in=pks, target__in=pks).order_by("pk")
    return list(edges.values_list("type", "source_id", "target_id"))


def _with_links(spots: list[Spot], links: Iterable[Link]) -> list[Spot]:
    by_pk = {spot.memory.pk: spot for spot in spots}
    for type, source, target in links:
        if source in by_pk and target in by_pk:
            says = str(EdgeType(type).label)
            by_pk[source].links.append((type, says, by_pk[target].memory))
    return spots
