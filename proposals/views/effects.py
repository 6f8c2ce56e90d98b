"""What becomes of each of several proposals, told before anything is done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memory.models import User
from proposals.models import Proposal
from proposals.services.turns import Turns
from proposals.shown import shown
from proposals.states import Operation, Status

REJECT, ASSIGN = "reject", "assign"
REFUSED = {
    Operation.CREATE: "the same words are refused as a new memory",
    Operation.BATCH: "the words of each of its changes are refused",
    Operation.UPDATE: "the same words are refused for this memory",
    Operation.RETIRE: "the same retirement is refused",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done with several; `to`: whom they are assigned to, or nobody."""

    verb: str
    to: User | None = None

    @property
    def is_rejection(self) -> bool:
        return self.verb == REJECT


@dataclass(frozen=True, slots=True)
class Item:
    proposal: Proposal
    heading: str
    effects: list[str]
    why_not: str

    @property
    def chosen(self) -> str:
        return f"{self.proposal.label}:{self.proposal.revision}"


def item(turns: Turns, proposal: Proposal, plan: Plan) -> Item:
    """Needs what lists show of it."""
    why_not = _why_not(turns, proposal, plan)
    effects = [] if why_not else list(_effects(turns, proposal, plan))
    return Item(proposal, shown(proposal).heading, effects, why_not)


def _why_not(turns: Turns, proposal: Proposal, plan: Plan) -> str:
    if proposal.status != Status.PENDING:
        return f"it is {proposal.get_status_display().lower()} already"
    if plan.is_rejection:
        return ""
    now = _assignee(proposal)
    if now == plan.to:
        return "it is assigned so already"
    return turns.why_not_ask(proposal, plan.to.pk) if plan.to else ""


def _effects(turns: Turns, proposal: Proposal, plan: Plan) -> Iterator[str]:
    now = _assignee(proposal)
    if not plan.is_rejection:
        yield f"from {now.name if now else 'nobody'} to {plan.to.name if plan.to else 'nobody'}"
        return
    actor = proposal.actor
    yield f"the reason goes to {actor.on_behalf_of or actor.name}"
    yield REFUSED[Operation(proposal.operation)]
    if given := len(proposal.reviews.all()):
        yield f"{given} approval{'s' if given > 1 else ''} set aside"
    if now and now.pk != turns.me:
        yield f"asked to decide was {now.name}"


def _assignee(proposal: Proposal) -> User | None:
    found = getattr(proposal, "assignment", None)
    return found.assignee if found else None
