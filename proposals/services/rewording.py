"""A new revision of a proposal's words; the earlier text stays beside it."""

from datetime import datetime
from typing import Any

from memory.actors import Actor
from memory.errors import InvalidInput, NoChange
from memory.head import Head
from proposals.changes import Change, Edited, Words, digest_of
from proposals.models import Proposal, Review, Revision
from proposals.services.drafts import Draft, draft_of, refuse_known, same_as, says_the_same
from proposals.services.rejections import refuse_rejected
from proposals.states import Cause


def reworded(proposal: Proposal, edited: Edited) -> Words | None:
    """The words as edited, or None where that is what is proposed already."""
    revision = proposal.current
    asked = edited.model_dump(exclude_unset=True, exclude_none=True)
    if revision.words is None:
        if asked:
            raise InvalidInput({"content": "this proposal has no single text to edit"})
        return None
    words = revision.words.model_copy(update=asked)
    return None if words == revision.words else words


def drafts_in_force(head: Head, proposal: Proposal) -> list[Draft]:
    """Of the current revision, as it is stored."""
    made: list[Draft] | None = head.kept.get((proposal.pk, proposal.revision))
    return drafts_of(proposal, proposal.current.parsed) if made is None else made


def drafts_of(proposal: Proposal, changes: list[Change]) -> list[Draft]:
    targets = {
        row.memory.public_id: row.memory for row in proposal.targets.select_related("memory")
    }
    return [
        draft_of(proposal.project, change, targets.get(change.target) if change.target else None)
        for change in changes
    ]


def add_revision(head: Head, proposal: Proposal, words: Words, *, actor: Actor) -> Revision:
    """Store the edited words as the revision in force, under a digest of their own.

    Raises NoChange or PreviouslyRejected as proposing these words would.
    """
    before = proposal.current
    change = before.parsed[0].reworded(words)
    drafts = drafts_of(proposal, [change])
    _refuse_current(drafts[0], words, head.at)
    refuse_known(head, drafts)
    refuse_rejected(head, drafts)
    key = same_as(proposal.project, drafts)
    twin = Proposal.objects.in_project(proposal.project).open().filter(same_as=key)
    if other := twin.exclude(pk=proposal.pk).first():
        raise NoChange(
            "Another open proposal says exactly this. Decide on that one.",
            proposal_id=str(other.public_id),
        )
    revision = Revision.objects.create(
        proposal=proposal,
        number=proposal.revision + 1,
        changes=[change.model_dump(mode="json")],
        digest=digest_of([change]),
        author=actor.stored(),
        at=head.at,
        base=before.base,
    )
    proposal.revision = revision.number
    proposal.same_as = key
    proposal.kind = words.kind
    proposal.asked_at = None
    proposal.save(update_fields=["revision", "same_as", "kind", "asked_at"])
    # Rows that were prefetched before this revision was made must not hide it.
    getattr(proposal, "_prefetched_objects_cache", {}).pop("revisions", None)
    return revision


def dismiss_approvals(head: Head, proposal: Proposal, *, because: Cause, **only: Any) -> int:
    """Set aside the standing approvals; they stay readable. Returns how many."""
    standing = Review.objects.standing().filter(proposal=proposal, **only)
    return standing.update(dismissed_at=head.at, dismissed_because=because)


def _refuse_current(draft: Draft, words: Words, at: datetime) -> None:
    if draft.target is not None and says_the_same(words, draft.target.words, at):
        raise NoChange(
            "These are exactly the memory's current words. Reject the proposal instead.",
            memory_id=str(draft.target.public_id),
        )
