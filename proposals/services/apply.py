"""The one door to what is authoritative: an approved proposal, by its id, exactly as approved."""

from __future__ import annotations

from dataclasses import dataclass

from memory.actors import Actor
from memory.errors import ProposalNotApproved, ProposalStale
from memory.head import Head, locked
from memory.models import Memory
from memory.services.lineage import newest
from memory.services.record import Provenance, Statement, record_memories, retire_memory
from memory.times import iso
from proposals.access import held_by, require_contributor
from proposals.changes import digest_of
from proposals.models import Proposal
from proposals.services.conflicts import end_conflicts
from proposals.services.drafts import Draft, refuse_known, window_has_ended
from proposals.services.expire import reopened_if_expired
from proposals.services.noting import note_conflicts
from proposals.services.rejections import refuse_rejected
from proposals.services.retries import Retry, remember, retried
from proposals.services.rewording import drafts_in_force
from proposals.services.staleness import (
    make_stale,
    overtake_rivals,
    stale_if_drifted,
    what_changed,
)
from proposals.services.standing import standing_approvals
from proposals.states import Operation, Status
from proposals.transition import move


@dataclass(frozen=True, slots=True)
class Applied:
    """`proposal.status` says what came of it: applied, or stale, or pending once more."""

    proposal: Proposal
    memories: list[Memory]
    already_applied: bool = False


def apply(proposal: Proposal, *, actor: Actor, retry: Retry | None = None) -> Applied:
    """Carry out what was approved. Going stale or reopening is an outcome that is kept."""
    with locked(proposal.project) as head:
        require_contributor(proposal.project, actor)
        proposal = held_by(head, proposal)
        if retried(proposal.project, actor, retry) is None:
            remember(head, actor, retry, proposal)
        if proposal.status == Status.APPLIED:
            return Applied(proposal, _made_by(proposal), already_applied=True)
        if proposal.status != Status.APPROVED:
            return Applied(proposal, [])
        if reopened_if_expired(head, proposal):
            return Applied(proposal, [])
        if stale_if_drifted(head, proposal, actor=actor):
            return Applied(proposal, [])
        drafts = drafts_in_force(head, proposal)
        if any(window_has_ended(one.change.words, head.at) for one in drafts):
            make_stale(head, proposal, actor=actor, overtaken_by=None, cause="window ended")
            return Applied(proposal, [])
        refuse_known(head, drafts, imported_from=proposal.imported_from)
        refuse_rejected(head, drafts)
        _refuse_unapproved(proposal, drafts)
        return Applied(proposal, _carry_out(head, proposal, drafts, actor))


def require_applied(outcome: Applied) -> Applied:
    """Raises the refusal that an outcome other than applied is for a caller of a tool."""
    proposal = outcome.proposal
    if proposal.status == Status.STALE:
        overtaken_by = proposal.overtaken_by
        raise ProposalStale(
            "The memory changed since this was proposed. Recall it as it is now and propose again.",
            changed=what_changed(proposal),
            overtaken_by=str(overtaken_by.public_id) if overtaken_by else None,
        )
    if proposal.status != Status.APPLIED:
        raise ProposalNotApproved(
            "A person must approve this proposal before it can be applied."
            if proposal.status == Status.PENDING
            else "This proposal was decided otherwise; it can not be applied.",
            status=str(proposal.status),
        )
    return outcome


def _refuse_unapproved(proposal: Proposal, drafts: list[Draft]) -> None:
    """A status alone is no approval, and words altered since do not pass for those approved."""
    approved = {review.digest for review in standing_approvals(proposal)}
    if approved != {digest_of([one.change for one in drafts])}:
        raise RuntimeError("The words are not the words that were approved.")


def _carry_out(head: Head, proposal: Proposal, drafts: list[Draft], actor: Actor) -> list[Memory]:
    provenance = _provenance(proposal, actor)
    made = record_memories(
        head,
        [
            Statement(
                memory_id=one.change.memory_id,
                words=one.change.words.plain(),
                salt=bytes.fromhex(one.change.salt),
                digest=one.change.digest,
                supersedes=one.target,
                follows=newest(one.target) if one.target else None,
                after=one.change.after,
                retired=one.change.retired,
                said=one.change.said,
                value=one.value if one.operation is Operation.CREATE else "",
            )
            for one in drafts
            if one.change.words
        ],
        provenance,
    )
    successors: dict[int, Memory | None] = {}
    by_id = {memory.public_id: memory for memory in made}
    for one in drafts:
        if one.target and one.operation is Operation.RETIRE:
            retire_memory(head, one.target, provenance)
        if one.target:
            successors[one.target.pk] = by_id.get(one.change.memory_id)
    move(head, proposal, Status.APPLIED, actor=actor, digest=proposal.current.digest)
    proposal.applied_at = head.at
    proposal.result = made[0] if len(made) == 1 else None
    proposal.save(update_fields=["applied_at", "result"])
    overtake_rivals(head, proposal, successors, actor=actor)
    end_conflicts(head, proposal, [one.target for one in drafts if one.target], actor=actor)
    note_conflicts(head, made, actor=actor)
    return made


def _provenance(proposal: Proposal, actor: Actor) -> Provenance:
    return Provenance(
        proposal_id=proposal.public_id,
        proposed_by=proposal.proposed_by,
        applied_by=actor,
        approved_by=[
            {
                "name": review.reviewed_by["name"],
                "at": iso(review.at),
                "edited": review.edited,
                "confirmed_with": review.confirmed_with,
            }
            for review in standing_approvals(proposal)
        ],
        reason=proposal.first.reason,
        evidence_ids=proposal.evidence_decided_on,
    )


def _made_by(proposal: Proposal) -> list[Memory]:
    return list(
        Memory.objects.in_project(proposal.project)
        .filter(proposal_id=proposal.public_id)
        .order_by("number")
    )
