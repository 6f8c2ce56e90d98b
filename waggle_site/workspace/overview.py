"""The Workspace: what agents are told now, who wants to change it, and who decided."""

from collections import defaultdict
from typing import Any

from memory.authority import Authority, Instant
from memory.kinds import Kind
from memory.models import Memory, Project
from memory.services.listing import count_by_authority, list_memories
from memory.services.narrowing import Narrowing
from proposals.models import Proposal, ProposalTarget
from proposals.services.inbox import Filters, queue
from proposals.states import Status
from waggle_site.workspace.timeline import timeline

DECISIONS, RECENT, GOALS, WAITING, LINES = 8, 6, 3, 3, 12


def overview(project: Project) -> dict[str, Any]:
    instant = Instant.now()
    counts = count_by_authority(project, instant)
    decisions = _in_force(project, instant, Kind.DECISION, DECISIONS)
    goals = _in_force(project, instant, Kind.GOAL, GOALS)
    return {
        "counts": counts,
        "goals": goals,
        "decisions": with_changes(project, decisions),
        "recent": with_changes(project, _recent(project, instant, besides=[*goals, *decisions])),
        "waiting": queue(project, Filters(), size=WAITING).proposals,
        "timeline": timeline(project, limit=LINES),
    }


def _in_force(project: Project, instant: Instant, kind: Kind, size: int) -> list[Memory]:
    return list_memories(
        project,
        instant,
        narrowing=Narrowing(kinds=[kind]),
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
