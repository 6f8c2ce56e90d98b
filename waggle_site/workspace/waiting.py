"""What waits for a person: how much, for how long, whose turn it is and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory.access import Access
from memory.prepared import Given, Prepared
from proposals.models import Comment, Proposal
from proposals.models.proposal import label_of
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
    approved: list[str]
    """The numbers of the newest that nobody has applied yet."""


def waiting(access: Access) -> Waiting:
    turns, project = Turns(access), access.project
    pending = Proposal.objects.in_project(project).pending()
    rows = page(pending, order="newest", size=CARDS).proposals
    said = Comment.objects.filter(proposal__in=rows, erased_at=None)
    talked_about = set(said.values_list("proposal_id", flat=True))
    oldest = _OLDEST.rows(project=project.pk)
    return Waiting(
        [Card(one, turns.of(one), shown(one).fits and one.pk not in talked_about) for one in rows],
        oldest[0][0] if oldest else None,
        [label_of(number) for (number,) in _APPROVED.rows(project=project.pk)],
    )


def _in(status: Status) -> Any:
    return Proposal.objects.filter(project=Given("project"), status=status)


_OLDEST = Prepared(lambda: _in(Status.PENDING).order_by("number").values_list("created_at")[:1])
_APPROVED = Prepared(lambda: _in(Status.APPROVED).order_by("-number").values_list("number")[:CARDS])
