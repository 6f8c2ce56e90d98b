"""What waits for a person: how much, for how long, whose turn it is and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.access import Access
from proposals.models import Comment, Proposal
from proposals.services.inbox import page
from proposals.services.turns import Turn, Turns
from proposals.shown import shown
from proposals.states import Status

CARDS = 3


@dataclass(frozen=True, slots=True)
class Card:
    proposal: Proposal
    turn: Turn
    fits: bool
    """Whether the card holds all there is to read, so that it can be decided from there."""


@dataclass(frozen=True, slots=True)
class Waiting:
    cards: list[Card]
    oldest: datetime | None
    approved: list[Proposal]
    """The newest that nobody has applied yet."""


def waiting(access: Access) -> Waiting:
    turns, own = Turns(access), Proposal.objects.in_project(access.project)
    rows = page(own.pending(), order="newest", size=CARDS).proposals
    oldest = page(own.pending(), order="oldest", size=1).proposals if rows else []
    said = Comment.objects.filter(proposal__in=rows, erased_at=None)
    talked_about = set(said.values_list("proposal_id", flat=True))
    return Waiting(
        [Card(one, turns.of(one), shown(one).fits and one.pk not in talked_about) for one in rows],
        oldest[0].created_at if oldest else None,
        list(own.filter(status=Status.APPROVED).order_by("-number")[:CARDS]),
    )
