"""A queue of proposals: in one stable order, paged by cursor so that nothing slips between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.db.models import Prefetch

from memory.models import Project
from memory.numbers import parse_number
from memory.prepared import Given, Prepared
from proposals.models import Proposal, Review, Revision
from proposals.models.proposal import ProposalQuerySet

PAGE = 25
HELD = 4 * PAGE
Order = Literal["newest", "oldest"]


@dataclass(frozen=True, slots=True)
class Page:
    proposals: list[Proposal]
    next_cursor: str
    news: int = 0
    """How many came since, that would stand between or before those shown."""
    gone: frozenset[int] = field(default_factory=frozenset)
    """The numbers of those shown that are not in the queue any more."""


def page(rows: ProposalQuerySet, *, order: Order, cursor: str = "", size: int = PAGE) -> Page:
    """One page after the cursor, which is the number of the last proposal that was shown."""
    if (last := parse_number(cursor)) is not None:
        rows = rows.filter(**{_beyond(order): last})
    found = list(for_lists(rows.order_by(_field(order)))[: size + 1])
    more = len(found) > size
    return Page(found[:size], str(found[size - 1].number) if more else "")


def same_page(
    project: Project, rows: ProposalQuerySet, *, order: Order, held: Sequence[int], is_first: bool
) -> Page:
    """Those that are on a reader's page, in their places whatever became of them."""
    numbers = list(held)[:HELD]
    shown = Proposal.objects.in_project(project).filter(number__in=numbers)
    found = list(for_lists(shown.order_by(_field(order))))
    still = set(rows.filter(number__in=numbers).values_list("number", flat=True))
    last = min(numbers) if order == "newest" else max(numbers)
    further = rows.filter(**{_beyond(order): last})
    between = rows.exclude(number__in=numbers).exclude(**{_beyond(order): last})
    return Page(
        found,
        str(last) if further.exists() else "",
        news=between.count() if is_first else 0,
        gone=frozenset(numbers) - still,
    )


def for_lists(rows: ProposalQuerySet) -> ProposalQuerySet:
    """With all that a row or a card shows, in a constant number of queries."""
    return rows.select_related("assignment__assignee").prefetch_related(
        Prefetch("revisions", Revision.objects.for_lists()),
        Prefetch("reviews", Review.objects.standing().order_by("at")),
        "additions",
    )


def count_waiting(project: Project) -> int:
    return _WAITING.count(project=project.pk)


def _field(order: Order) -> str:
    return "-number" if order == "newest" else "number"


def _beyond(order: Order) -> str:
    """What stands further down the list."""
    return "number__lt" if order == "newest" else "number__gt"


_WAITING = Prepared(
    lambda: Proposal.objects.filter(project=Given("project")).pending().values_list("pk")
)
