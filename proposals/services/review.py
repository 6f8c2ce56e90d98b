"""One person's decision on one exact revision. There is no way here for an agent."""

from datetime import timedelta

from memory import audit, limits
from memory.access import Access, access_to
from memory.actors import Actor, human
from memory.confirming import require_confirmation
from memory.errors import CameTooLate, Forbidden, InvalidInput
from memory.head import Head, locked
from memory.models import Policy, User
from memory.roles import Role
from memory.text import is_blank, unfit, unix_newlines
from proposals.access import held, held_by
from proposals.changes import Edited
from proposals.models import Proposal, Review
from proposals.models.review import Decision
from proposals.policy import why_not_review
from proposals.services import rejections
from proposals.services.drafts import refuse_known
from proposals.services.rewording import (
    add_revision,
    dismiss_approvals,
    drafts_in_force,
    reworded,
)
from proposals.services.staleness import stale_if_drifted
from proposals.services.standing import refuse_decided, refuse_old_page, standing_approvals
from proposals.states import Cause, Status
from proposals.transition import move


def approve(
    proposal: Proposal,
    *,
    by: User,
    revision: int,
    edited: Edited | None = None,
    note: str = "",
    password: str | None = None,
) -> Proposal:
    """Approve the revision as it is, or as edited. A target that moved makes it stale instead."""
    note = _note(note)
    with locked(proposal.project) as head:
        access = access_to(proposal.project, by, Role.REVIEWER)
        proposal = held_by(head, proposal)
        policy = Policy.objects.get(project=proposal.project)
        refuse_decided(proposal, allowed=(Status.PENDING,))
        refuse_old_page(proposal, revision)
        reason = why_not_review(policy, proposer_id=proposal.proposer_id, reviewer_id=by.pk)
        if reason:
            raise Forbidden(reason)
        require_confirmation(policy, by, password, what="the approval")
        actor = human(by)
        if stale_if_drifted(head, proposal, actor=actor):
            return proposal
        words = reworded(proposal, edited) if edited else None
        if words is not None:
            add_revision(head, proposal, words, actor=actor)
            dismiss_approvals(head, proposal, because=Cause.EDITED)
        else:
            drafts = drafts_in_force(head, proposal)
            refuse_known(head, drafts, imported_from=proposal.imported_from)
            rejections.refuse_rejected(head, drafts)
        _refuse_second(proposal, by)
        _count(head, proposal, policy, access, edited=words is not None, note=note)
        return proposal


def approve_seed(proposal: Proposal, *, actor: Actor) -> None:
    """The demo's own seed, reviewed by the system, which no other project accepts."""
    with locked(proposal.project) as head:
        if not proposal.project.is_demo or actor.kind != "system":
            raise Forbidden("Only a demo's seed is reviewed by the system.")
        refuse_decided(proposal, allowed=(Status.PENDING,))
        _store(head, proposal, actor, None, edited=False, note="", confirmed_with="")
        move(head, proposal, Status.APPROVED, actor=actor, digest=proposal.current.digest)


def reject(proposal: Proposal, *, by: User, revision: int, reason: str) -> Proposal:
    """A no with its reason, remembered by value."""
    if is_blank(reason):
        raise InvalidInput({"note": "say why; who proposed it reads this and learns from it"})
    reason = _note(reason)
    with locked(proposal.project) as head:
        access = access_to(proposal.project, by, Role.REVIEWER)
        proposal = held(proposal.project, proposal)
        refuse_decided(proposal, allowed=(Status.PENDING,))
        refuse_old_page(proposal, revision)
        actor = human(by)
        dismiss_approvals(head, proposal, because=Cause.REJECTED)
        review = Review.objects.create(
            proposal=proposal,
            revision=proposal.current,
            reviewer=by,
            reviewed_by=actor.stored(),
            role=access.role,
            decision=Decision.REJECT,
            digest=proposal.current.digest,
            note=reason,
            at=head.at,
        )
        move(head, proposal, Status.REJECTED, actor=actor, digest=review.digest)
        proposal.decided_at = head.at
        proposal.save(update_fields=["decided_at"])
        rejections.remember(
            head,
            proposal,
            drafts_in_force(head, proposal),
            reason=reason,
            role=access.role,
        )
        return proposal


def revoke(proposal: Proposal, *, by: User, revision: int) -> Proposal:
    """Take an approval back while nothing was applied: one's own, or as a reviewer all of them."""
    with locked(proposal.project) as head:
        access_to(proposal.project, by, Role.REVIEWER)
        proposal = held(proposal.project, proposal)
        refuse_decided(proposal, allowed=(Status.PENDING, Status.APPROVED))
        refuse_old_page(proposal, revision)
        own = dismiss_approvals(head, proposal, because=Cause.REVOKED, reviewer=by)
        if proposal.status == Status.APPROVED:
            if not own:
                dismiss_approvals(head, proposal, because=Cause.REVOKED)
            reopen(head, proposal, actor=human(by), cause=Cause.REVOKED)
        elif own:
            audit.record(
                head,
                "proposal.reopened",
                actor=human(by),
                about=("proposal", proposal.public_id),
                details={"was": str(proposal.status), "cause": Cause.REVOKED},
            )
        else:
            raise CameTooLate("There is no approval to take back.")
        return proposal


def reopen(head: Head, proposal: Proposal, *, actor: Actor, cause: Cause) -> None:
    move(head, proposal, Status.PENDING, actor=actor, cause=cause)
    proposal.decided_at = proposal.expires_at = None
    proposal.save(update_fields=["decided_at", "expires_at"])


def _note(note: str) -> str:
    if wrong := unfit(note, most=limits.NOTE):
        raise InvalidInput({"note": wrong})
    return unix_newlines(note)


def _refuse_second(proposal: Proposal, by: User) -> None:
    if any(one.reviewer_id == by.pk for one in standing_approvals(proposal)):
        raise CameTooLate("You approved this already. It waits for another reviewer.")


def _count(
    head: Head, proposal: Proposal, policy: Policy, access: Access, *, edited: bool, note: str
) -> None:
    actor = human(access.user)
    _store(
        head,
        proposal,
        actor,
        access,
        edited=edited,
        note=note,
        confirmed_with=policy.confirm_with,
    )
    given = len(standing_approvals(proposal))
    details = {
        "digest": proposal.current.digest,
        "edited": edited,
        "given": given,
        "needed": policy.approvals_needed,
        "confirmed_with": policy.confirm_with,
    }
    proposal.approvals_needed = policy.approvals_needed
    if given < policy.approvals_needed:
        audit.record(
            head,
            "proposal.approved",
            actor=actor,
            about=("proposal", proposal.public_id),
            details=details | {"revision": proposal.revision},
        )
    else:
        move(head, proposal, Status.APPROVED, actor=actor, **details)
        proposal.decided_at = head.at
        days = policy.approval_days
        proposal.expires_at = head.at + timedelta(days=days) if days else None
    proposal.save(update_fields=["approvals_needed", "decided_at", "expires_at"])


def _store(
    head: Head,
    proposal: Proposal,
    actor: Actor,
    access: Access | None,
    *,
    edited: bool,
    note: str,
    confirmed_with: str,
) -> None:
    Review.objects.create(
        proposal=proposal,
        revision=proposal.current,
        reviewer=access.user if access else None,
        reviewed_by=actor.stored(),
        role=access.role if access else "",
        decision=Decision.APPROVE,
        edited=edited,
        digest=proposal.current.digest,
        note=note,
        at=head.at,
        confirmed_with=confirmed_with,
    )
