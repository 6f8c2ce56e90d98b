"""The proposals of the list: those that the picture has, as they stood at the instant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from memory.authority import Instant
from memory.models import Memory, Project
from memory.models.memory import MemoryQuerySet
from memory.text import first_words
from proposals.models import Proposal, ProposalTarget, Revision
from proposals.states import Operation, Status
from waggle_site.studio.asked import Asked
from waggle_site.studio.citing import Cited, cited_by

PAGE = 30


@dataclass(frozen=True, slots=True)
class ProposalRow:
    proposal: Proposal
    heading: str
    """What it is about."""
    status: Status
    """As far as its own times tell."""
    cites: list[Cited]


def proposal_rows(
    project: Project,
    asked: Asked,
    instant: Instant,
    focus: Memory | None,
    sought: MemoryQuerySet,
) -> tuple[list[ProposalRow], int | None]:
    """Newest first, and the number before which the next page begins. `sought`: the memories."""
    made_by = min(instant.known_at, instant.as_of)
    rows = Proposal.objects.in_project(project).filter(created_at__lte=made_by)
    rows = rows.filter(_chosen(asked, sought))
    if focus is not None:
        rows = rows.filter(_about(Memory.objects.filter(project=project, lineage=focus.lineage)))
    if asked.proposals_before is not None:
        rows = rows.filter(number__lt=asked.proposals_before)
    found = list(rows.select_related("target").order_by("-number")[: PAGE + 1])
    page = found[:PAGE]
    headings = _headings(page)
    cites = cited_by(project, [one.pk for one in page], instant)
    listed = [
        ProposalRow(
            one,
            headings.get((one.pk, one.revision), "Several changes"),
            status_at(one, instant.as_of),
            cites.get(one.pk, []),
        )
        for one in page
    ]
    return listed, page[-1].number if len(found) > PAGE else None


def _chosen(asked: Asked, sought: MemoryQuerySet) -> Q:
    """Where memories are sought by more than their kind, those that are about one of them."""
    chosen = Q()
    if asked.kinds:
        chosen = Q(kind__in=asked.kinds) | (Q(kind="") & _about(sought))
    if asked.authorities or asked.tag or asked.query:
        chosen &= _about(sought)
    return chosen


def _about(memories: MemoryQuerySet) -> Q:
    """Those that would change one of them, and those that made one."""
    targets = ProposalTarget.objects.filter(memory__in=memories.values("pk"))
    return Q(pk__in=targets.values("proposal")) | Q(public_id__in=memories.values("proposal_id"))


def status_at(proposal: Proposal, as_of: datetime) -> Status:
    if proposal.decided_at and proposal.decided_at > as_of:
        return Status.PENDING
    if proposal.applied_at and proposal.applied_at > as_of:
        return Status.APPROVED
    return Status(proposal.status)


def _headings(proposals: Sequence[Proposal]) -> dict[tuple[int, int], str]:
    """Not of batches, whose words may be a thousand memories'."""
    single = [one for one in proposals if one.operation != Operation.BATCH]
    rows = Revision.objects.filter(proposal__in=single)
    found = rows.values_list("proposal_id", "number", "changes", "base")
    return {
        (pk, number): _heading(
            (changes[0].get("words") if changes else None) or (base or [None])[0]
        )
        for pk, number, changes, base in found
    }


def _heading(words: dict[str, Any] | None) -> str:
    words = words or {}
    return str(words.get("title") or first_words(words.get("content", "")) or "Erased")
