"""The review queue: in one stable order, paged by cursor so that nothing slips between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.db.models import Count, Prefetch, Q

from memory.models import Project, User
from memory.numbers import parse_number
from proposals.models import Proposal, Review, Revision
from proposals.models.proposal import ProposalQuerySet
from proposals.states import Operation, Status

PAGE = 25


@dataclass(frozen=True, slots=True)
class Filters:
    status: str = Status.PENDING
    kind: str = ""
    operation: str = ""
    proposer: Literal["", "agent", "human"] = ""
    order: Literal["newest", "oldest"] = "newest"
    decidable_by: User | None = None
    """Only what this person's approval would count for."""


@dataclass(frozen=True, slots=True)
class Page:
    proposals: list[Proposal]
    next_cursor: str


def queue(project: Project, filters: Filters, cursor: str = "", size: int = PAGE) -> Page:
    """One page after the cursor, which is the number of the last proposal that was shown."""
    rows = _filtered(project, filters)
    forward = filters.order == "oldest"
    if (last := parse_number(cursor)) is not None:
        rows = rows.filter(number__gt=last) if forward else rows.filter(number__lt=last)
    found = list(for_lists(rows.order_by("number" if forward else "-number"))[: size + 1])
    more = len(found) > size
    return Page(found[:size], str(found[size - 1].number) if more else "")


def for_lists(rows: ProposalQuerySet) -> ProposalQuerySet:
    """With all that a row or a card shows, in a constant number of queries."""
    return rows.select_related("target", "proposer", "overtaken_by", "result").prefetch_related(
        Prefetch("revisions", Revision.objects.order_by("number")),
        Prefetch("reviews", Review.objects.standing().order_by("at")),
        "additions",
    )


def counts(project: Project) -> dict[str, int]:
    """How many stand in each status, zeros too."""
    rows = Proposal.objects.in_project(project).order_by().values("status").annotate(n=Count("pk"))
    return dict.fromkeys(Status.values, 0) | {row["status"]: row["n"] for row in rows}


def count_waiting(project: Project) -> int:
    return Proposal.objects.in_project(project).pending().count()


def _filtered(project: Project, filters: Filters) -> ProposalQuerySet:
    rows = Proposal.objects.in_project(project)
    if filters.status in Status.values:
        rows = rows.filter(status=filters.status)
    if filters.kind:
        rows = rows.filter(kind=filters.kind)
    if filters.operation in Operation.values:
        rows = rows.filter(operation=filters.operation)
    if filters.proposer:
        rows = rows.filter(proposed_by__kind=filters.proposer)
    person = filters.decidable_by
    if person is not None:
        rows = rows.exclude(reviews__reviewer=person, reviews__dismissed_at=None)
        if project.policy.four_eyes:
            rows = rows.filter(~Q(proposer=person))
    return rows
