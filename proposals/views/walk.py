"""From one proposal to the next, within the view of the inbox that a reader came from."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.http import urlencode

from memory.errors import NotFound
from memory.http import ProjectRequest
from proposals.access import get_proposal
from proposals.models import Proposal
from proposals.models.proposal import ProposalQuerySet
from proposals.services.turns import Queue, Turns
from proposals.shown import shown
from proposals.views.viewed import Viewed

LEFT = "left"


@dataclass(frozen=True, slots=True)
class Walk:
    viewed: Viewed
    query: str
    """What an address of this page carries along, where a reader came from an inbox."""
    back: str
    """The address of the inbox."""
    previous: str
    next: str
    rank: int
    """None, as 0, where the proposal is not in this view, or not any more."""
    total: int
    on: Proposal | None
    """What needs this person next, once this proposal does not."""
    on_query: str
    left: Proposal | None
    """What they came from, to be looked at again."""

    @property
    def along(self) -> str:
        return f"&{self.query[1:]}" if self.query else ""

    @property
    def next_query(self) -> str:
        """On to what needs them, what they just decided stays one link away."""
        return self.on_query if self.on and self.viewed.queue == Queue.MINE else self.back

    @property
    def on_heading(self) -> str:
        return shown(self.on).heading if self.on else ""

    @property
    def left_heading(self) -> str:
        return shown(self.left).heading if self.left else ""


def carried(request: ProjectRequest) -> str:
    """The view in the address of a proposal's page or form, to be kept by what follows."""
    if "queue" not in request.GET:
        return ""
    return Viewed.of(request.GET, request.access).address()


def walk_of(request: ProjectRequest, proposal: Proposal) -> Walk:
    turns = Turns(request.access)
    queue, query = turns.of(proposal).queue, carried(request)
    viewed = Viewed.of(request.GET, request.access) if query else Viewed(queue)
    rows = viewed.rows(turns)
    before, after = _around(rows, viewed, proposal)
    above, below = before.count(), after.count()
    is_in = rows.filter(pk=proposal.pk).exists()
    mine = viewed if viewed.queue == Queue.MINE else Viewed(Queue.MINE)
    on = None if queue == Queue.MINE else _next(mine.rows(turns), mine, proposal)
    return Walk(
        viewed=viewed,
        query=query,
        back=viewed.address(),
        previous=_label(before.last()),
        next=_label(after.first() or (on if viewed.queue == Queue.MINE else None)),
        rank=above + 1 if is_in else 0,
        total=above + below + is_in,
        on=on,
        on_query=f"{mine.address()}&{urlencode({LEFT: proposal.label})}",
        left=_left(request),
    )


def _around(
    rows: ProposalQuerySet, viewed: Viewed, proposal: Proposal
) -> tuple[ProposalQuerySet, ProposalQuerySet]:
    """What stands before and after it in the view, both in the order of the view."""
    newer, older = rows.filter(number__gt=proposal.number), rows.filter(number__lt=proposal.number)
    if viewed.order == "oldest":
        return older.order_by("number"), newer.order_by("number")
    return newer.order_by("-number"), older.order_by("-number")


def _next(rows: ProposalQuerySet, viewed: Viewed, proposal: Proposal) -> Proposal | None:
    """The one after it; at the end the first that is left."""
    before, after = _around(rows, viewed, proposal)
    return after.first() or before.first()


def _left(request: ProjectRequest) -> Proposal | None:
    try:
        return get_proposal(request.access.project, request.GET.get(LEFT, ""))
    except NotFound:
        return None


def _label(proposal: Proposal | None) -> str:
    return proposal.label if proposal else ""
