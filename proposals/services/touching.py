"""What else a change of one memory reaches: what is linked with it, what it would overtake, and
whether agents were told it lately.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.authority import Authority, Instant
from memory.models import Memory, Project, ToolCall
from memory.services.relations import Relation, relations
from proposals.models import Proposal
from proposals.services.inbox import for_lists

LINKED, RIVALS, CALLS = 12, 12, 500
NOW_OR_LATER = (Authority.AUTHORITATIVE, Authority.SCHEDULED)


@dataclass(frozen=True, slots=True)
class Touched:
    linked: list[Relation]
    """With what is in force or will be."""
    omitted: int
    rivals: list[Proposal]
    """Open proposals on the same memory, a few: when one is applied the others are overtaken."""
    told: int
    """How many of the newest readings by agents, `looked_at` at most, told it."""
    looked_at: int = CALLS


def touched(proposal: Proposal, target: Memory) -> Touched:
    project = proposal.project
    found = relations(project, target, Instant.now())
    linked = [one for one in found if one.memory.authority in NOW_OR_LATER]
    return Touched(
        linked=linked[:LINKED],
        omitted=len(linked[LINKED:]),
        rivals=_rivals(proposal, target),
        told=_told(project, str(target.public_id)),
    )


def _rivals(proposal: Proposal, target: Memory) -> list[Proposal]:
    rows = Proposal.objects.in_project(proposal.project).open().exclude(pk=proposal.pk)
    rows = rows.filter(targets__memory=target).order_by("number")
    return list(for_lists(rows)[:RIVALS])


def _told(project: Project, ref: str) -> int:
    calls = ToolCall.objects.readings().filter(project=project).order_by("-at", "-pk")
    return sum(ref in ids for ids in calls.values_list("ids", flat=True)[:CALLS])
