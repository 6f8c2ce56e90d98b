"""How a proposal looks to an agent."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.urls import reverse

from memory.kinds import Kind
from memory.times import iso
from proposals.models import Proposal, Revision
from proposals.services.standing import standing_approvals
from proposals.states import Operation, Status
from waggle_site.tools.results import ActorResult, LinkResult, Result

NEXT_STEPS = {
    Status.PENDING: "A person must review this before it can be applied.",
    Status.APPROVED: "A person approved it. Apply it by its proposal_id.",
    Status.APPLIED: "It is applied already. Recall the memory as it is now.",
    Status.REJECTED: "A person rejected it. Read why on its page and propose something else.",
    Status.STALE: "The memory changed since. Recall it as it is now and propose again.",
    Status.WITHDRAWN: "It was taken back. Propose again if it is still needed.",
}


class ApprovalsResult(Result):
    given: int
    needed: int


class TargetResult(Result):
    memory_id: str
    content: str
    fingerprint: str


class ProposalResult(Result):
    proposal_id: str
    number: str
    status: Status
    operation: Operation
    revision: int
    approvals: ApprovalsResult
    target: TargetResult | None
    proposed_content: str | None
    title: str
    kind: Kind
    tags: list[str]
    links: list[LinkResult]
    reason: str
    evidence_ids: list[str]
    proposed_by: ActorResult
    created_at: str
    expires_at: str | None
    duplicate: bool
    review_url: str
    next_step: str


def proposal_result(proposal: Proposal, *, duplicate: bool) -> ProposalResult:
    """The words in force, and beside its first reason all evidence that repeats have added."""
    prefetch_related_objects([proposal], "revisions", "additions")
    first, current = proposal.first, proposal.current
    return ProposalResult.model_validate(
        {
            "proposal_id": str(proposal.public_id),
            "number": proposal.label,
            "status": Status(proposal.status),
            "operation": Operation(proposal.operation),
            "revision": proposal.revision,
            "approvals": {
                "given": len(standing_approvals(proposal)),
                "needed": proposal.approvals_needed,
            },
            "target": _target(proposal, first),
            **_words(proposal, current),
            "reason": first.reason,
            "evidence_ids": proposal.evidence_ids,
            "proposed_by": proposal.actor.public(),
            "created_at": iso(proposal.created_at),
            "expires_at": iso(proposal.expires_at) if proposal.expires_at else None,
            "duplicate": duplicate,
            "review_url": review_url(proposal),
            "next_step": NEXT_STEPS[Status(proposal.status)],
        }
    )


def review_url(proposal: Proposal) -> str:
    path = reverse("proposals:detail", args=[proposal.project.slug, proposal.label])
    return f"{settings.WAGGLE_BASE_URL}{path}"


def _target(proposal: Proposal, first: Revision) -> dict[str, Any] | None:
    if proposal.target is None:
        return None
    return {
        "memory_id": str(proposal.target.public_id),
        "content": (first.base[0] or {}).get("content", ""),
        "fingerprint": proposal.target_fingerprint,
    }


def _words(proposal: Proposal, current: Revision) -> dict[str, Any]:
    """For a retirement, which has no words, those of the memory that is to go."""
    none = {"kind": proposal.kind, "title": "", "tags": [], "links": []}  # it was erased
    words = current.words.plain() if current.words else current.base[0] or none
    if current.words is None:
        words = {**words, "content": None}
    return {
        "proposed_content": words["content"],
        **{name: words[name] for name in ("title", "kind", "tags", "links")},
    }
