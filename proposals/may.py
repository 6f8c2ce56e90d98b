"""What one person may do with one proposal now, and why they may not approve it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.access import Access
from memory.roles import Role
from proposals.models import Proposal, Review
from proposals.policy import why_not_review
from proposals.states import Operation, Status

SINGLE = (Operation.CREATE, Operation.UPDATE)


@dataclass(frozen=True, slots=True)
class May:
    approve: bool = False
    edit: bool = False
    reject: bool = False
    revoke: bool = False
    apply: bool = False
    withdraw: bool = False
    revise: bool = False
    lift: bool = False
    propose_again: bool = False
    ask: bool = False
    why_not: str = ""

    @property
    def anything(self) -> bool:
        return self.approve or self.reject or self.revoke or self.apply or self.withdraw


def may(
    access: Access,
    proposal: Proposal,
    *,
    approvals: Sequence[Review],
    is_same: bool,
    is_remembered: bool,
    can_answer: bool,
) -> May:
    """`is_same`: its targets stand as they stood. `is_remembered`: its rejection still holds.
    `can_answer`: who proposed it, to whom asks for a change.
    """
    if access.project.closed_at is not None:
        return May(why_not="This project is closed. Nothing in it changes any more.")
    reviews, contributes = access.may(Role.REVIEWER), access.may(Role.CONTRIBUTOR)
    status = proposal.status
    is_pending, is_approved = status == Status.PENDING, status == Status.APPROVED
    is_own = contributes and proposal.proposer_id == access.user.pk
    has_own_approval = any(one.reviewer_id == access.user.pk for one in approvals)
    why_not = _why_not(access, proposal, has_own_approval=has_own_approval, is_same=is_same)
    single = proposal.operation in SINGLE
    return May(
        approve=is_pending and not why_not,
        edit=is_pending and not why_not and single,
        reject=is_pending and reviews,
        revoke=reviews and (is_approved or (is_pending and has_own_approval)),
        apply=is_approved and contributes,
        withdraw=proposal.is_open and is_own,
        revise=proposal.is_open and is_own and single,
        lift=status == Status.REJECTED and reviews and is_remembered,
        propose_again=status == Status.STALE
        and contributes
        and proposal.operation != Operation.BATCH
        and not proposal.is_erased,
        ask=is_pending and reviews and can_answer and proposal.proposer_id != access.user.pk,
        why_not=why_not if is_pending else "",
    )


def _why_not(access: Access, proposal: Proposal, *, has_own_approval: bool, is_same: bool) -> str:
    if not is_same:
        return "What it is about changed since. Approval is off."
    if not access.may(Role.REVIEWER):
        return "Approving takes the reviewer role. Ask an owner of the project."
    if has_own_approval:
        return "You approved it already. It waits for another reviewer."
    return why_not_review(
        access.project.policy, proposer_id=proposal.proposer_id, reviewer_id=access.user.pk
    )
