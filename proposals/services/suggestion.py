"""What somebody suggests, as a proposal's rows: its first revision, and what repeats add to it."""

from dataclasses import dataclass, field
from typing import Any

from memory import audit
from memory.actors import Actor
from memory.head import Head
from memory.models import Memory, Policy
from proposals.changes import Change, digest_of
from proposals.models import Addition, Proposal, ProposalTarget, Revision
from proposals.services.citing import cite
from proposals.services.drafts import Draft
from proposals.services.flood import refuse_flood_of_additions
from proposals.states import Operation


@dataclass(frozen=True, slots=True)
class Suggestion:
    drafts: list[Draft]
    operation: Operation
    actor: Actor
    reason: str = ""
    evidence: list[str] = field(default_factory=list)
    imported_from: str = ""
    again_of: Proposal | None = None

    @property
    def changes(self) -> list[Change]:
        return [one.change for one in self.drafts]

    @property
    def targets(self) -> list[Memory]:
        return [one.target for one in self.drafts if one.target]

    @property
    def single(self) -> Draft | None:
        """None of a batch."""
        return None if self.operation is Operation.BATCH else self.drafts[0]

    @property
    def kind(self) -> str:
        one = self.single
        if one is None:
            return ""
        words = one.change.words
        return words.kind if words else (one.target.kind if one.target else "")


def store(head: Head, suggestion: Suggestion, key: str) -> Proposal:
    """`key` tells proposals apart that a reviewer could."""
    proposal = _proposal(head, suggestion, key)
    ProposalTarget.objects.bulk_create(
        [
            ProposalTarget(proposal=proposal, memory=one.target, fingerprint=one.change.fingerprint)
            for one in suggestion.drafts
            if one.target
        ]
    )
    first = _first_revision(head, proposal, suggestion)
    cite(proposal, suggestion.evidence)
    head.kept["first", proposal.pk] = first
    if not suggestion.targets:
        head.kept[proposal.pk, first.number] = suggestion.drafts
    audit.record(
        head,
        "proposal.created",
        actor=suggestion.actor,
        about=("proposal", proposal.public_id),
        details={
            "number": proposal.number,
            "operation": suggestion.operation,
            "digest": first.digest,
            "targets": [str(memory.public_id) for memory in suggestion.targets],
            **({"again": str(suggestion.again_of.public_id)} if suggestion.again_of else {}),
        },
    )
    return proposal


def _proposal(head: Head, suggestion: Suggestion, key: str) -> Proposal:
    one, actor = suggestion.single, suggestion.actor
    return Proposal.objects.create(
        project=head.project,
        number=head.next_proposal_number(),
        operation=suggestion.operation,
        kind=suggestion.kind,
        target=one.target if one else None,
        target_fingerprint=one.change.fingerprint if one else "",
        same_as=key,
        imported_from=suggestion.imported_from,
        again_of=suggestion.again_of,
        proposed_by=actor.stored(),
        proposer_id=actor.user_id,
        credential=actor.credential,
        created_at=head.at,
        approvals_needed=Policy.objects.get(project=head.project).approvals_needed,
    )


def _first_revision(head: Head, proposal: Proposal, suggestion: Suggestion) -> Revision:
    return Revision.objects.create(
        proposal=proposal,
        number=1,
        changes=[change.model_dump(mode="json") for change in suggestion.changes],
        size=len(suggestion.changes),
        digest=digest_of(suggestion.changes),
        author=suggestion.actor.stored(),
        at=head.at,
        reason=suggestion.reason,
        evidence_ids=suggestion.evidence,
        base=[_base(one) for one in suggestion.drafts],
    )


def _base(one: Draft) -> dict[str, Any] | None:
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


def add_to(head: Head, proposal: Proposal, suggestion: Suggestion) -> None:
    """Keep what a repeat brings that is not there yet."""
    others = list(proposal.additions.all())
    reasons = {proposal.first.reason, *(one.reason for one in others), ""}
    cited = set(proposal.evidence_ids)
    new_evidence = [ref for ref in suggestion.evidence if ref not in cited]
    new_reason = "" if suggestion.reason in reasons else suggestion.reason
    if new_reason or new_evidence:
        refuse_flood_of_additions(head, suggestion.actor, others)
        Addition.objects.create(
            proposal=proposal,
            actor=suggestion.actor.stored(),
            reason=new_reason,
            evidence_ids=new_evidence,
            at=head.at,
        )
        cite(proposal, new_evidence)
        audit.record(
            head,
            "proposal.revised",
            actor=suggestion.actor,
            about=("proposal", proposal.public_id),
            # The words are the same, and so is the revision.
            details={
                "revision": proposal.revision,
                "added": [
                    name
                    for name, new in (("reason", new_reason), ("evidence", new_evidence))
                    if new
                ],
            },
        )
