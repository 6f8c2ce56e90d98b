from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from memory.authority import Instant
from memory.models import Memory
from memory.roles import Scope
from memory.services.listing import with_authority
from proposals.access import get_proposal
from proposals.changes import Reference
from proposals.services.apply import Applied, apply, require_applied
from waggle_site.tools.inputs import Input
from waggle_site.tools.results import MemoryResult, Result, memory_result
from waggle_site.tools.tool import Call, Tool


class ApplyInput(Input):
    proposal_id: Annotated[
        Reference,
        Field(description="The id, or number such as P-0141, that propose_memory_change gave."),
    ]


class ApplyResult(Result):
    proposal_id: str
    status: Literal["applied"]
    already_applied: bool
    authoritative_memory: MemoryResult | None
    """None for a retirement, for a batch that made several, and for words erased since."""
    superseded_memory_id: str | None


def apply_approved_memory_change(call: Call, asked: ApplyInput) -> ApplyResult:
    proposal = get_proposal(call.project, asked.proposal_id)
    call.touch(proposal.public_id)
    outcome = require_applied(apply(proposal, actor=call.actor, retry=call.retry))
    call.touch(*(memory.public_id for memory in outcome.memories))
    memory = _as_it_is_now(outcome)
    return ApplyResult(
        proposal_id=str(outcome.proposal.public_id),
        status="applied",
        already_applied=outcome.already_applied,
        authoritative_memory=memory_result(memory) if memory else None,
        superseded_memory_id=(
            str(memory.predecessor.public_id) if memory and memory.predecessor else None
        ),
    )


def _as_it_is_now(outcome: Applied) -> Memory | None:
    if len(outcome.memories) != 1:
        return None
    public_id = outcome.memories[0].public_id
    memory = with_authority(outcome.proposal.project, [public_id], Instant.now())[public_id]
    return memory if memory.erased_at is None else None


TOOL = Tool(
    name="apply_approved_memory_change",
    title="Apply an approved change",
    description=(
        "Carry out a proposal that a person has approved, exactly in the words they approved. It "
        "takes the proposal_id and nothing else. The new memory is what recall returns from then "
        "on; the old one stays in its lineage. Calling it again changes nothing and says so. "
        "Without an approval it is refused; if the memory changed meanwhile, the proposal is "
        "stale and nothing is changed."
    ),
    input=ApplyInput,
    output=ApplyResult,
    handler=apply_approved_memory_change,
    scope=Scope.APPLY,
    consequential=True,
)
