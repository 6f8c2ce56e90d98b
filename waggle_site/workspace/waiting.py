"""What waits for a person: how much, for how long, whose turn it is and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.access import Access
from memory.roles import Role
from proposals.models import Proposal
from proposals.policy import why_not_review
from proposals.services.inbox import Filters, queue

CARDS = 3


@dataclass(frozen=True, slots=True)
class Card:
    proposal: Proposal
    turn: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    cards: list[Card]
    oldest: datetime | None


def waiting(access: Access) -> Waiting:
    rows = queue(access.project, Filters(), size=CARDS).proposals
    oldest = queue(access.project, Filters(order="oldest"), size=1).proposals if rows else []
    return Waiting(
        [Card(one, *turn(access, one)) for one in rows],
        oldest[0].created_at if oldest else None,
    )


def turn(access: Access, proposal: Proposal) -> tuple[str, bool]:
    """In words; and whether this person may decide."""
    given = [one.reviewer_id for one in proposal.reviews.all() if one.dismissed_at is None]
    needed = access.project.policy.approvals_needed
    missing = f", approval {len(given) + 1} of {needed}" if needed > 1 else ""
    if access.project.closed_at is not None:
        return "the project is closed", False
    if not access.may(Role.REVIEWER):
        return f"a reviewer's turn{missing}", False
    if access.user.pk in given:
        return f"another reviewer's turn{missing}: you approved it", False
    if why_not_review(
        access.project.policy, proposer_id=proposal.proposer_id, reviewer_id=access.user.pk
    ):
        return f"another reviewer's turn{missing}: you or your agent proposed it", False
    return f"your turn{missing}", True
