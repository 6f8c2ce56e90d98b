"""What the inspector tells of one selection, as it stood at the instant."""

from __future__ import annotations

from typing import Any

from companion.access import get_entry
from companion.models import Entry
from memory.access import get_memory
from memory.authority import Authority, Instant
from memory.errors import NotFound
from memory.models import Memory, Project
from memory.services.erasures import erasure_of
from memory.services.lineage import lineage
from memory.services.relations import relations
from memory.views.detail import pairs, with_their_authority
from proposals.access import get_proposal
from proposals.history import events_of, history
from proposals.models import Proposal, ProposalTarget, Revision
from proposals.services.evidence import cited, sources
from proposals.shown import shown
from proposals.states import OPEN

Told = dict[str, Any]
NOTHING: Told = {"what": ""}
CITING = 12


def inspect(project: Project, ref: str, instant: Instant) -> Told:
    """`what` is memory, proposal, evidence, unknown, not_yet, or nothing: nothing is selected."""
    if not ref:
        return NOTHING
    for told in (_memory_of, _proposal_of, _evidence_of):
        try:
            return told(project, ref, instant)
        except NotFound:
            continue
    return {"what": "unknown", "ref": ref}


def _memory_of(project: Project, ref: str, instant: Instant) -> Told:
    return _memory(project, get_memory(project, ref), instant)


def _proposal_of(project: Project, ref: str, instant: Instant) -> Told:
    return _proposal(project, get_proposal(project, ref))


def _evidence_of(project: Project, ref: str, instant: Instant) -> Told:
    entry = get_entry(project, ref)
    return {"what": "evidence", "entry": entry, "cited_by": _citing(project, entry)}


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
    return {"proposal": proposal, "reason": _reason(proposal), "lines": lines}


def _reason(proposal: Proposal) -> str:
    """Without the words, which for a batch may be a thousand memories'."""
    first = Revision.objects.filter(proposal=proposal, number=1)
    return first.values_list("reason", flat=True).first() or ""


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
        "reason": _reason(proposal),
        "lines": history(proposal, events_of(proposal)),
        "cites": _cites(project, proposal.evidence_ids),
        "made": _made(project, proposal),
    }


def _cites(project: Project, ids: list[str]) -> list[Memory | Entry]:
    """In the order cited: memories and entries, of this project and not erased."""
    if not ids:
        return []
    known: dict[str, Memory | Entry] = {
        str(one.public_id): one for one in cited(project, ids) if one and one.erased_at is None
    }
    known |= {ref: source.entry for ref, source in sources(project, ids).items()}
    return list(dict.fromkeys(known[one] for one in ids if one in known))


def _citing(project: Project, entry: Entry) -> list[Proposal]:
    """Newest first, as far back as a reader would look."""
    rows = Proposal.objects.in_project(project).filter(citations__entry=entry).distinct()
    return list(rows.order_by("-number")[:CITING])


def _made(project: Project, proposal: Proposal) -> list[Memory]:
    rows = Memory.objects.in_project(project).filter(proposal_id=proposal.public_id, erased_at=None)
    return list(rows.order_by("number")[:12])
