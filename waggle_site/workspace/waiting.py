"""What waits for a person: how much, for how long, whose turn it is and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from memory.access import Access
from memory.prepared import Given, Prepared, fitting_lists, given_list
from proposals.attached import with_decisions, with_revisions
from proposals.models import Comment, Proposal
from proposals.models.proposal import ProposalQuerySet, label_of
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
    rows = _NEWEST.models(project=project.pk)
    with_revisions(rows)
    with_decisions(rows)
    talked_about = _talked_about(rows)
    oldest = _OLDEST.rows(project=project.pk)
    return Waiting(
        [Card(one, turns.of(one), shown(one).fits and one.pk not in talked_about) for one in rows],
        oldest[0][0] if oldest else None,
        [label_of(number) for (number,) in _APPROVED.rows(project=project.pk)],
    )


def _talked_about(rows: Sequence[Proposal]) -> set[int]:
    return {
        pk
        for size, some in fitting_lists("proposal", [one.pk for one in rows])
        for (pk,) in _comments(size).rows(**some)
    }


@cache
def _comments(size: int) -> Prepared[Any]:
    proposals = given_list("proposal", size)
    said = Comment.objects.filter(proposal__pk__in=proposals, erased_at=None)
    return Prepared(lambda: said.values_list("proposal_id"))


def _in(status: Status) -> ProposalQuerySet:
    return Proposal.objects.filter(project=Given("project"), status=status)


_NEWEST = Prepared(
    lambda: _in(Status.PENDING).select_related("assignment").order_by("-number")[:CARDS]
)
_OLDEST = Prepared(lambda: _in(Status.PENDING).order_by("number").values_list("created_at")[:1])
_APPROVED = Prepared(lambda: _in(Status.APPROVED).order_by("-number").values_list("number")[:CARDS])
