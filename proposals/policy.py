"""Who may approve, how many it takes, confirmed how: pure, from a policy and two people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.models import Policy
from proposals.states import Status

if TYPE_CHECKING:
    from proposals.models import Proposal


def approvals_asked(policy: Policy, proposal: Proposal) -> int:
    """While it waits, what policy asks now; afterwards what it asked then."""
    is_pending = proposal.status == Status.PENDING
    return policy.approvals_needed if is_pending else proposal.approvals_needed


def why_not_review(policy: Policy, *, proposer_id: int | None, reviewer_id: int) -> str:
    """Why this person's approval would not count, or nothing."""
    if policy.four_eyes and proposer_id == reviewer_id:
        return (
            "This project asks for four eyes: who proposed it, or whose agent did, does not approve"
            " it. Ask another reviewer."
        )
    return ""


def in_one_gesture(policy: Policy, *, proposer_id: int | None, reviewer_id: int) -> bool:
    """Whether one person's own words may be proposed, approved and applied at once."""
    return policy.approvals_needed == 1 and not why_not_review(
        policy, proposer_id=proposer_id, reviewer_id=reviewer_id
    )
