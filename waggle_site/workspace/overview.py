"""The Workspace: what agents are told now, who wants to change it, and who decided."""

from collections import defaultdict
from typing import Any

from django.db.models import F

from memory.authority import Instant
from memory.kinds import Kind
from memory.models import Memory, Project
from memory.services.listing import count_by_authority, list_memories
from proposals.models import Proposal
from proposals.services.inbox import Filters, queue
from waggle_site.workspace.timeline import timeline

DECISIONS, RECENT, GOALS, WAITING, LINES = 5, 6, 3, 3, 12


def overview(project: Project) -> dict[str, Any]:
    instant = Instant.now()
    counts = count_by_authority(project, instant)
    decisions = _in_force(project, instant, Kind.DECISION, DECISIONS)
    goals = _in_force(project, instant, Kind.GOAL, GOALS)
    return {
        "counts": counts,
        "goals": goals,
        "decisions": with_waiting(project, decisions),
        "recent": with_waiting(project, _recent(project, instant, besides=[*goals, *decisions])),
        "waiting": queue(project, Filters(), size=WAITING).proposals,
        "timeline": timeline(project, limit=LINES),
    }


def _in_force(project: Project, instant: Instant, kind: Kind, size: int) -> list[Memory]:
    return list_memories(
        project, instant, kinds=[kind], authority="authoritative", size=size
    ).memories


def _recent(project: Project, instant: Instant, *, besides: list[Memory]) -> list[Memory]:
    size = RECENT + len(besides)
    newest = list_memories(project, instant, authority="authoritative", size=size).memories
    shown = {memory.pk for memory in besides}
    return [memory for memory in newest if memory.pk not in shown][:RECENT]


def with_waiting(project: Project, memories: list[Memory]) -> list[Memory]:
    """Each with the proposals that wait to change it."""
    rows = (
        Proposal.objects.in_project(project)
        .pending()
        .filter(targets__memory__in=memories)
        .annotate(about=F("targets__memory"))
        .order_by("number")
    )
    waiting: dict[int, list[Proposal]] = defaultdict(list)
    for proposal in rows:
        waiting[proposal.about].append(proposal)
    for memory in memories:
        memory.waiting = waiting[memory.pk]
    return memories
