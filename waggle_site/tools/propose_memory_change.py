from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from memory import limits
from memory.errors import InvalidInput
from memory.kinds import Kind
from memory.roles import Scope
from proposals.changes import Asked, Content, EvidenceIds, Reason, Reference, Tags, Title
from proposals.services.propose import propose
from waggle_site.tools.inputs import End, Input, Moment, ProjectInput
from waggle_site.tools.proposal_result import ProposalResult, proposal_result
from waggle_site.tools.tool import Call, Tool

NAMED_HERE = {"content": "proposed_content"}


class LinkInput(Input):
    # Every type but `updates`, which is made by applying.
    type: Annotated[
        Literal["contradicts", "depends_on", "part_of", "derived_from", "relates_to", "similar_to"],
        Field(description="How the memory relates to the one that is named."),
    ]
    memory_id: Annotated[
        Reference, Field(description="The other memory, by its id or number, of this project.")
    ]


class ProposeInput(ProjectInput):
    operation: Annotated[
        Literal["update", "create", "retire"],
        Field(description="Change a memory, add a new one, or end one that is no longer true."),
    ] = "update"
    memory_id: Annotated[
        Reference | None,
        Field(description="For update and retire: the memory, by its id or number such as M-031."),
    ] = None
    proposed_content: Annotated[
        Content | None,
        Field(
            description=(
                "For update and create: the whole statement as it should read, in plain text."
            )
        ),
    ] = None
    kind: Annotated[
        Kind | None,
        Field(description="For create: what kind of statement it is. An update keeps it."),
    ] = None
    title: Annotated[
        Title | None, Field(description="A short heading. An update keeps it when left out.")
    ] = None
    tags: Annotated[
        Tags | None, Field(description="All its tags. An update keeps them when left out.")
    ] = None
    links: Annotated[
        list[LinkInput] | None,
        Field(
            max_length=limits.LINKS,
            description="All its links to other memories. An update keeps them when left out.",
        ),
    ] = None
    reason: Annotated[
        Reason, Field(description="Why it should change, for the person who will decide.")
    ] = ""
    evidence_ids: Annotated[
        EvidenceIds,
        Field(description="What supports it here: ids of memories, entries and relations."),
    ] = []
    valid_from: Annotated[
        Moment | None,
        Field(description="When it begins to hold, ISO 8601. Default: when it is applied."),
    ] = None
    valid_until: Annotated[
        End | None,
        Field(
            description=(
                "When it stops to hold, ISO 8601, or `never`. An update keeps an end that is still"
                " ahead when left out."
            )
        ),
    ] = None


def propose_memory_change(call: Call, asked: ProposeInput) -> ProposalResult:
    try:
        proposed = propose(call.project, _asked(asked), actor=call.actor, retry=call.retry)
    except InvalidInput as problem:
        raise InvalidInput(_as_named_here(problem.fields)) from problem
    proposal = proposed.proposal
    call.touch(proposal.public_id)
    if proposal.target:
        call.touch(proposal.target.public_id)
    return proposal_result(proposal, duplicate=proposed.duplicate)


def _asked(given: ProposeInput) -> Asked:
    fields: dict[str, Any] = given.model_dump(exclude_unset=True, exclude={"project_id"})
    if "proposed_content" in fields:
        fields["content"] = fields.pop("proposed_content")
    return Asked(**{"operation": given.operation, **fields})


def _as_named_here(fields: dict[str, str]) -> dict[str, str]:
    return {NAMED_HERE.get(name, name): reason for name, reason in fields.items()}


TOOL = Tool(
    name="propose_memory_change",
    title="Propose a memory change",
    description=(
        "Suggest that this project's memory be changed, extended or ended. Nothing changes until "
        "a person has reviewed it, and they may edit your words. Recall the memory first and pass "
        "its memory_id. The answer holds a proposal_id and the page where a person decides; "
        "tell the user, wait for the decision, then apply it by that id. What was rejected "
        "before is refused, with the reason."
    ),
    input=ProposeInput,
    output=ProposalResult,
    handler=propose_memory_change,
    scope=Scope.PROPOSE,
)
