"""The Workspace: what agents are told now, who wants to change it, and who decided."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from memory.access import Access
from memory.authority import Authority, Instant
from memory.kinds import Kind
from memory.models import Memory, Project
from memory.services.listing import count_by_authority, list_memories
from memory.services.narrowing import Narrowing
from proposals.models import Proposal, ProposalTarget
from proposals.services.conflicts import standing_conflicts
from proposals.states import Status
from waggle_site.workspace.memory_map import memory_map
from waggle_site.workspace.purpose import source_of_purpose
from waggle_site.workspace.timeline import timeline
from waggle_site.workspace.waiting import waiting

DECISIONS, RECENT, LINES, CONFLICTS = 8, 6, 12, 3
CONTEXT: tuple[tuple[str, tuple[Kind, ...], int], ...] = (
    ("Goals", (Kind.GOAL,), 3),
    ("Requirements", (Kind.REQUIREMENT, Kind.CONSTRAINT), 6),
    ("Open questions", (Kind.QUESTION,), 4),
)


@dataclass(frozen=True, slots=True)
class Group:
    """A part of the context. `kind` is what a first one would be."""

    title: str
    kind: Kind
    memories: list[Memory]


def overview(access: Access) -> dict[str, Any]:
    project, instant = access.project, Instant.now()
    counts = count_by_authority(project, instant)
    groups = [
        Group(title, kinds[0], _in_force(project, instant, kinds, size))
        for title, kinds, size in CONTEXT
    ]
    decisions = _in_force(project, instant, (Kind.DECISION,), DECISIONS)
    shown = [*decisions, *chain.from_iterable(group.memories for group in groups)]
    recent = _recent(project, instant, besides=shown)
    total = sum(counts.values())
    return {
        "counts": counts,
        "purpose": source_of_purpose(project),
        "groups": groups,
        "decisions": with_changes(project, decisions),
        "recent": with_changes(project, recent),
        "map": memory_map(project, instant, shown=[*shown, *recent], total=total),
        "waiting": waiting(access),
        "conflicts": standing_conflicts(project, instant, limit=CONFLICTS),
        "timeline": timeline(project, limit=LINES),
    }


def _in_force(project: Project, instant: Instant, kinds: Sequence[Kind], size: int) -> list[Memory]:
    return list_memories(
        project,
        instant,
        narrowing=Narrowing(kinds=kinds),
        authority=Authority.AUTHORITATIVE,
        size=size,
    ).memories


def _recent(project: Project, instant: Instant, *, besides: list[Memory]) -> list[Memory]:
    size = RECENT + len(besides)
    newest = list_memories(project, instant, authority=Authority.AUTHORITATIVE, size=size).memories
    shown = {memory.pk for memory in besides}
    return [memory for memory in newest if memory.pk not in shown][:RECENT]


def with_changes(project: Project, memories: list[Memory]) -> list[tuple[Memory, list[Proposal]]]:
    """Each with the proposals that wait to change it."""
    rows = ProposalTarget.objects.filter(
        proposal__project=project, proposal__status=Status.PENDING, memory__in=memories
    ).select_related("proposal")
    changes: dict[int, list[Proposal]] = defaultdict(list)
    for row in rows.order_by("proposal__number"):
        changes[row.memory_id].append(row.proposal)
    return [(memory, changes[memory.pk]) for memory in memories]
