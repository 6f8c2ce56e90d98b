"""How the words of proposals go: digests, remembered values and who did what stay."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from memory.actors import Actor
from memory.head import Head
from memory.models import Edge, IdempotencyRecord
from proposals.models import Addition, Comment, Proposal, RejectedValue, Review, Revision
from proposals.services.comment import empty_comments
from proposals.services.rewording import dismiss_approvals
from proposals.states import Cause, Operation, Status
from proposals.transition import move


def empty_proposals(head: Head, proposals: Sequence[Proposal], *, actor: Actor) -> None:
    """All that anybody wrote in them. One that is open cannot be decided without its words."""
    for proposal in proposals:
        if proposal.is_open:
            move(head, proposal, Status.WITHDRAWN, actor=actor, cause=Cause.ERASED)
            dismiss_approvals(head, proposal, because=Cause.ERASED)
            proposal.decided_at = head.at
            proposal.save(update_fields=["decided_at"])
    for revision in Revision.objects.filter(proposal__in=proposals):
        revision.changes = [without_words(change) for change in revision.changes]
        revision.base = [None for _ in revision.base]
        revision.reason = ""
        revision.erased_at = head.at
        revision.save(update_fields=["changes", "base", "reason", "erased_at"])
    ids = [proposal.public_id for proposal in proposals]
    Addition.objects.filter(proposal__in=proposals).update(reason="")
    empty_comments(head, Comment.objects.filter(proposal__in=proposals), actor=actor)
    Review.objects.filter(proposal__in=proposals).update(note="")
    RejectedValue.objects.filter(proposal__in=proposals).update(reason="")
    Edge.objects.filter(project=head.project, proposal_id__in=ids).update(reason="")
    # The digest of a body has no salt: who guesses the words could tell that they were these.
    IdempotencyRecord.objects.filter(project=head.project, object_id__in=ids).delete()


def empty_changes(proposal: Proposal, gone: Collection[str]) -> None:
    """Of a proposal that stays: the words of the memories that go, by their public ids."""
    for revision in Revision.objects.filter(proposal=proposal):
        for place, change in enumerate(revision.changes):
            is_about = change["target"] in gone
            if is_about:
                revision.base[place] = None
            if makes(change, gone) or (is_about and proposal.status != Status.APPLIED):
                revision.changes[place] = without_words(change)
        revision.save(update_fields=["changes", "base"])


def makes(change: dict[str, Any], gone: Collection[str]) -> bool:
    return change["memory_id"] in gone and change["operation"] != Operation.RETIRE


def without_words(change: dict[str, Any]) -> dict[str, Any]:
    return {**change, "words": None, "salt": "", "said": None}
