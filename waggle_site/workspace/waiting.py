"""What waits for a person: how much, for how long, whose turn it is and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.access import Access
from proposals.models import Proposal
from proposals.services.inbox import page
from proposals.services.turns import Turn, Turns

CARDS = 3


@dataclass(frozen=True, slots=True)
class Card:
    proposal: Proposal
    turn: Turn


@dataclass(frozen=True, slots=True)
class Waiting:
    cards: list[Card]
    oldest: datetime | None


def waiting(access: Access) -> Waiting:
    turns, pending = Turns(access), Proposal.objects.in_project(access.project).pending()
    rows = page(pending, order="newest", size=CARDS).proposals
    oldest = page(pending, order="oldest", size=1).proposals if rows else []
    return Waiting(
        [Card(one, turns.of(one)) for one in rows],
        oldest[0].created_at if oldest else None,
    )
