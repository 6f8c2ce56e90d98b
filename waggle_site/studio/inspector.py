"""What the inspector tells of one selection, as it stood at the instant."""

from __future__ import annotations

from typing import Any

from memory.access import get_memory
from memory.authority import Authority, Instant
from memory.errors import NotFound
from memory.models import Memory, Project
from memory.services.erasures import erasure_of
from memory.services.lineage import lineage
from memory.views.detail import pairs, relations, with_their_authority
from proposals.access import get_proposal
from proposals.history import events_of, history
from proposals.models import Proposal, ProposalTarget
from proposals.services.evidence import cited
from proposals.shown import shown
from proposals.states import OPEN

Told = dict[str, Any]
NOTHING: Told = {"what": ""}


def inspect(project: Project, ref: str, instant: Instant) -> Told:
    """`what` is memory, proposal, unknown, not_yet, or nothing where nothing is selected."""
    if not ref:
        return NOTHING
    try:
        return _memory(project, get_memory(project, ref), instant)
    except NotFound:
        pass
    try:
        return _proposal(project, get_proposal(project, ref))
    except NotFound:
        return {"what": "unknown", "ref": ref}


def _memory(project: Project, found: Memory, instant: Instant) -> Told:
    versions = with_their_authority(project, lineage(found), instant)
    memory = next((one for one in versions if one.pk == found.pk), None)
    if memory is None:
        return {"what": "not_yet", "ref": found.label}
    told = pairs(versions)
    return {
        "what": "memory",
        "memory": memory,
        "versions": told,
        "before": next(one.before for one in told if one.memory == memory),
        "in_force": next((one for one in versions if _is_in_force(one)), None),
        "relations": relations(project, memory, instant),
        "made_by": _made_by(project, memory),
        "cites": _cites(project, memory.evidence_ids),
        "waiting": _waiting(project, versions),
        "erasure": erasure_of(project, memory.public_id) if memory.erased_at else None,
    }


def _is_in_force(memory: Memory) -> bool:
    return memory.authority == Authority.AUTHORITATIVE and memory.erased_at is None


def _made_by(project: Project, memory: Memory) -> Told:
    """The proposal with its record: who proposed, who decided, and in what words."""
    try:
        proposal = get_proposal(project, str(memory.proposal_id))
    except NotFound:
        return {}
    lines = history(proposal, events_of(proposal))
    return {"proposal": proposal, "reason": proposal.first.reason, "lines": lines}


def _waiting(project: Project, versions: list[Memory]) -> list[Proposal]:
    """What would change the lineage."""
    rows = ProposalTarget.objects.filter(
        proposal__project=project, proposal__status__in=OPEN, memory__in=versions
    ).select_related("proposal")
    return [row.proposal for row in rows.order_by("proposal__number")]


def _proposal(project: Project, proposal: Proposal) -> Told:
    return {
        "what": "proposal",
        "proposal": proposal,
        "it": shown(proposal),
        "reason": proposal.first.reason,
        "lines": history(proposal, events_of(proposal)),
        "cites": _cites(project, proposal.evidence_ids),
        "made": _made(project, proposal),
    }


def _cites(project: Project, ids: list[str]) -> list[Memory]:
    return [one for one in cited(project, ids) if one and one.erased_at is None] if ids else []


def _made(project: Project, proposal: Proposal) -> list[Memory]:
    rows = Memory.objects.in_project(project).filter(proposal_id=proposal.public_id, erased_at=None)
    return list(rows.order_by("number")[:12])
