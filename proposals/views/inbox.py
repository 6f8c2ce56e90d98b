from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, cast
from uuid import UUID

from django.http import HttpResponse, QueryDict

from memory.access import Access
from memory.authority import Authority, Instant
from memory.http import ProjectRequest, page_or_fragment, project_page
from memory.kinds import Kind
from memory.models import Memory
from memory.roles import Role
from memory.services.listing import with_authority
from proposals.comparing import glimpse
from proposals.diffing import Piece
from proposals.models import Proposal
from proposals.models.review import Decision
from proposals.services.conflicts import count_standing
from proposals.services.inbox import Filters, counts, queue
from proposals.services.reading import read
from proposals.shown import shown
from proposals.states import Operation, Status

TABS = {
    Status.PENDING: "Waiting",
    Status.APPROVED: "Approved, not applied",
    Status.APPLIED: "Applied",
    Status.REJECTED: "Rejected",
    Status.WITHDRAWN: "Withdrawn",
    Status.STALE: "Overtaken",
}
PROPOSERS = {"agent": "Agents", "human": "People"}
ORDERS = {"newest": "Newest first", "oldest": "Oldest first"}


@dataclass(frozen=True, slots=True)
class Row:
    proposal: Proposal
    heading: str
    pieces: list[Piece]
    target: str
    is_alert: bool
    cited: int
    given: int


@project_page()
def inbox(request: ProjectRequest) -> HttpResponse:
    access = request.access
    asked = asked_for(request.GET)
    found = queue(access.project, filters_of(asked, access), cursor=request.GET.get("after", ""))
    tally = counts(access.project)
    context = {
        "asked": asked,
        "is_filtered": any(asked[name] for name in ("proposer", "kind", "operation", "mine")),
        "rows": rows_of(access, found.proposals),
        "next": found.next_cursor,
        "is_later_page": bool(request.GET.get("after")),
        "first": read(access, found.proposals[0]) if found.proposals else None,
        "tabs": [(status, label, tally[status]) for status, label in TABS.items()],
        "waiting": tally[Status.PENDING],
        "conflicts": count_standing(access.project),
        "proposers": PROPOSERS.items(),
        "kinds": Kind.choices,
        "operations": Operation.choices,
        "orders": ORDERS.items(),
    }
    return page_or_fragment(request, "proposals/inbox.html", "proposals/_queue.html", context)


def asked_for(given: QueryDict) -> dict[str, Any]:
    """The filters in the address, with anything unknown taken for nothing."""
    known = {
        "status": Status.values,
        "proposer": list(PROPOSERS),
        "kind": Kind.values,
        "operation": Operation.values,
        "order": list(ORDERS),
    }
    asked = {
        name: value if (value := given.get(name, "")) in values else ""
        for name, values in known.items()
    }
    asked["status"] = asked["status"] or Status.PENDING.value
    asked["order"] = asked["order"] or "newest"
    return {**asked, "mine": given.get("mine") == "1"}


def filters_of(asked: dict[str, Any], access: Access) -> Filters:
    return Filters(
        status=asked["status"],
        kind=asked["kind"],
        operation=asked["operation"],
        proposer=cast('Literal["", "agent", "human"]', asked["proposer"]),
        order=cast('Literal["newest", "oldest"]', asked["order"]),
        decidable_by=access.user if asked["mine"] and access.may(Role.REVIEWER) else None,
    )


def rows_of(access: Access, proposals: Iterable[Proposal]) -> list[Row]:
    found = list(proposals)
    targets = [one.target.public_id for one in found if one.target]
    known = with_authority(access.project, targets, Instant.now()) if targets else {}
    return [_row(one, known) for one in found]


def _row(proposal: Proposal, known: dict[UUID, Memory]) -> Row:
    it = shown(proposal)
    return Row(
        proposal=proposal,
        heading=it.heading,
        pieces=glimpse(it.was, it.content),
        target=_target(proposal, known),
        is_alert=proposal.status == Status.STALE,
        cited=len(proposal.evidence_ids),
        given=sum(one.decision == Decision.APPROVE for one in proposal.reviews.all()),
    )


def _target(proposal: Proposal, known: dict[UUID, Memory]) -> str:
    if proposal.status == Status.STALE:
        return "Target changed"
    if proposal.operation == Operation.CREATE:
        return "New memory"
    if proposal.operation == Operation.BATCH:
        return "Several at once"
    memory = known.get(proposal.target.public_id) if proposal.target else None
    if memory is None:
        return "Target not available"
    if not proposal.is_open or memory.authority == Authority.AUTHORITATIVE:
        return "Retirement" if proposal.operation == Operation.RETIRE else "Change"
    return f"Target {memory.authority}"
