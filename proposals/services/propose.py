"""The door for every change: an agent's, a person's, an import's, the demo seed's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from uuid import UUID

from memory import audit, limits
from memory.access import access_to
from memory.actors import Actor
from memory.errors import Forbidden, InvalidInput, RateLimited
from memory.head import Head, locked
from memory.ids import new_id
from memory.models import Policy, Project
from memory.roles import Role
from proposals.changes import Asked, digest_of
from proposals.models import Addition, Proposal, ProposalTarget, Revision
from proposals.services.drafts import Draft, draft, refuse_known, same_as
from proposals.services.evidence import resolve_evidence
from proposals.services.rejections import refuse_rejected
from proposals.services.retries import Retry, remember, retried
from proposals.states import Operation


@dataclass(frozen=True, slots=True)
class Proposed:
    """`duplicate`: it was there already; what the repeat added is kept beside it."""

    proposal: Proposal
    duplicate: bool


def propose(
    project: Project, asked: Asked, *, actor: Actor, retry: Retry | None = None
) -> Proposed:
    """Put one change before the reviewers. A Problem raised means that nothing was written."""
    with locked(project) as head:
        _require_contributor(project, actor)
        if known := retried(project, actor, retry):
            return Proposed(known, duplicate=True)
        one = draft(head, asked)
        evidence = resolve_evidence(project, asked.evidence_ids)
        proposed = _put(head, [one], asked.operation, actor, asked.reason, evidence)
        remember(head, actor, retry, proposed.proposal)
        return proposed


def propose_batch(
    project: Project,
    items: Sequence[Asked],
    *,
    actor: Actor,
    reason: str = "",
    names: Mapping[int, str] | None = None,
) -> Proposed:
    """Several changes, applied all or none. `names`, by position, let links refer to new ones."""
    if not 0 < len(items) <= limits.BATCH:
        raise InvalidInput({"changes": f"a batch holds 1 to {limits.BATCH} changes"})
    with locked(project) as head:
        _require_contributor(project, actor)
        ids = [new_id() for _ in items]
        named: dict[str, UUID] = {
            name: ids[at]
            for at, name in (names or {}).items()
            if items[at].operation is not Operation.RETIRE
        }
        drafts = [
            draft(head, asked, memory_id=memory_id, names=named)
            for asked, memory_id in zip(items, ids, strict=True)
        ]
        targets = [one.target.pk for one in drafts if one.target]
        if len(set(targets)) < len(targets):
            raise InvalidInput({"changes": "two of them are about the same memory; keep one"})
        return _put(head, drafts, Operation.BATCH, actor, reason, [])


def _put(
    head: Head,
    drafts: list[Draft],
    operation: Operation,
    actor: Actor,
    reason: str,
    evidence: list[str],
) -> Proposed:
    key = same_as(head.project, drafts)
    known = Proposal.objects.in_project(head.project).open().filter(same_as=key).first()
    if known is not None:
        _add(head, known, actor, reason, evidence)
        return Proposed(known, duplicate=True)
    refuse_known(head, drafts)
    refuse_rejected(head, drafts)
    if actor.kind != "system":
        _refuse_flood(head, actor, drafts)
    return Proposed(_create(head, drafts, operation, key, actor, reason, evidence), duplicate=False)


def _create(
    head: Head,
    drafts: list[Draft],
    operation: Operation,
    key: str,
    actor: Actor,
    reason: str,
    evidence: list[str],
) -> Proposal:
    changes = [one.change for one in drafts]
    single = drafts[0] if operation is not Operation.BATCH else None
    words = single.change.words if single else None
    proposal = Proposal.objects.create(
        project=head.project,
        number=head.next_proposal_number(),
        operation=operation,
        kind=words.kind if words else (single.target.kind if single and single.target else ""),
        target=single.target if single else None,
        target_fingerprint=single.change.fingerprint if single else "",
        same_as=key,
        proposed_by=actor.stored(),
        proposer_id=actor.user_id,
        credential=actor.credential,
        created_at=head.at,
        approvals_needed=Policy.objects.get(project=head.project).approvals_needed,
    )
    ProposalTarget.objects.bulk_create(
        [
            ProposalTarget(proposal=proposal, memory=one.target, fingerprint=one.change.fingerprint)
            for one in drafts
            if one.target
        ]
    )
    Revision.objects.create(
        proposal=proposal,
        number=1,
        changes=[change.model_dump(mode="json") for change in changes],
        digest=digest_of(changes),
        author=actor.stored(),
        at=head.at,
        reason=reason,
        evidence_ids=evidence,
        base=[_base(one) for one in drafts],
    )
    audit.record(
        head,
        "proposal.created",
        actor=actor,
        about=("proposal", proposal.public_id),
        details={
            "number": proposal.number,
            "operation": operation,
            "digest": digest_of(changes),
            "targets": [str(one.target.public_id) for one in drafts if one.target],
        },
    )
    return proposal


def _base(one: Draft) -> dict[str, object] | None:
    if one.target is None:
        return None
    return {
        "memory_id": str(one.target.public_id),
        "kind": one.target.kind,
        "title": one.target.title,
        "content": one.target.content,
        "tags": one.target.tags,
        "links": one.target.links,
    }


def _add(
    head: Head, proposal: Proposal, actor: Actor, reason: str, evidence: Sequence[str]
) -> None:
    """Keep what a repeat brings that is not there yet."""
    first = proposal.revisions.get(number=1)
    others = list(proposal.additions.all())
    reasons = {first.reason, *(one.reason for one in others), ""}
    cited = {*first.evidence_ids, *(ref for one in others for ref in one.evidence_ids)}
    new_evidence = [ref for ref in evidence if ref not in cited]
    new_reason = "" if reason in reasons else reason
    if new_reason or new_evidence:
        _refuse_flood_of_additions(head, actor, others)
        Addition.objects.create(
            proposal=proposal,
            actor=actor.stored(),
            reason=new_reason,
            evidence_ids=new_evidence,
            at=head.at,
        )


def _require_contributor(project: Project, actor: Actor) -> None:
    if actor.kind == "system":
        if not project.is_demo:
            raise Forbidden("Only a demo's seed is proposed by the system.")
        return
    access_to(project, actor.person(), Role.CONTRIBUTOR)


def _refuse_flood(head: Head, actor: Actor, drafts: Sequence[Draft]) -> None:
    since = head.at - limits.PROPOSAL_WINDOW
    recent = Proposal.objects.filter(
        project=head.project, credential=actor.credential, created_at__gt=since
    )
    targets = [one.target.pk for one in drafts if one.target]
    on_target = recent.filter(targets__memory__in=targets).distinct() if targets else recent.none()
    for rows, most in (
        (on_target, limits.PROPOSALS_PER_TARGET),
        (recent, limits.PROPOSALS_PER_CREDENTIAL),
    ):
        if rows.count() >= most:
            raise _too_many(head, rows.order_by("-created_at")[most - 1 : most].get().created_at)


def _refuse_flood_of_additions(head: Head, actor: Actor, there: Sequence[Addition]) -> None:
    since, by = head.at - limits.PROPOSAL_WINDOW, actor.stored()
    recent = sorted(one.at for one in there if one.at > since and one.actor == by)
    if len(recent) >= limits.PROPOSALS_PER_TARGET:
        raise _too_many(head, recent[-limits.PROPOSALS_PER_TARGET])


def _too_many(head: Head, oldest: datetime) -> RateLimited:
    """`oldest` is the one that must leave the window before another is taken."""
    wait = (oldest + limits.PROPOSAL_WINDOW - head.at).total_seconds()
    return RateLimited(
        "Too many proposals in one minute. Wait, then send the one that matters.",
        retry_after=max(1, ceil(wait)),
    )
