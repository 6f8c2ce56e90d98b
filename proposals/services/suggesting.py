"""An agent's conclusion in a proposal as the occasion for a person's own words."""

from __future__ import annotations

from companion.models import Entry
from companion.services.adopting import SUGGESTS, Occasion, said_of
from memory.errors import NotFound
from memory.models import Project
from proposals.access import get_proposal
from proposals.models import Proposal
from proposals.states import Operation

PROPOSAL = "proposal"


def conclusion(project: Project, ref: str) -> Occasion:
    """As the agent first put it: what people wrote into it since are words of theirs already."""
    proposal = get_proposal(project, ref)
    found = conclusion_in(proposal)
    if found is None:
        raise NotFound("The suggestion")
    return found


def conclusion_in(proposal: Proposal) -> Occasion | None:
    """None where no agent concluded it, or its words are gone."""
    if (
        proposal.actor.kind != "agent"
        or proposal.operation == Operation.BATCH
        or proposal.is_erased
    ):
        return None
    words = proposal.first.words
    said, reason = words.content if words else "", proposal.first.reason
    if not (said or reason):
        return None
    return Occasion(
        kind=PROPOSAL,
        id=str(proposal.public_id),
        words=said,
        reason=reason,
        page="proposals:detail",
        label=proposal.label,
        by=proposal.actor,
    )


def said_because_of(proposal: Proposal) -> list[Entry]:
    name = str(proposal.public_id)
    return said_of(proposal.project, PROPOSAL, [name]).get(name, [])


SUGGESTS[PROPOSAL] = conclusion
