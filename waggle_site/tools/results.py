"""The shapes that the tools' answers share."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from pydantic import BaseModel, ConfigDict
from typing_extensions import TypedDict

from memory.actors import Actor
from memory.kinds import EdgeType, Kind
from memory.models import Memory
from memory.times import iso


class ActorResult(TypedDict):
    kind: Literal["human", "agent", "system"]
    name: str
    on_behalf_of: NotRequired[str]


class ApprovalResult(TypedDict):
    name: str
    at: str
    edited: bool
    confirmed_with: str


class LinkResult(TypedDict):
    type: EdgeType
    memory_id: str


class Result(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SourceResult(Result):
    proposal_id: str
    proposed_by: ActorResult
    applied_by: ActorResult


class MemoryResult(Result):
    memory_id: str
    number: str
    kind: Kind
    title: str
    content: str
    content_truncated: bool = False
    authority: Literal["authoritative", "superseded", "retired", "expired", "scheduled"]
    tags: list[str]
    valid_from: str
    valid_until: str | None
    recorded_at: str
    supersedes: str | None
    superseded_by: str | None
    links: list[LinkResult]
    source: SourceResult
    approved_by: list[ApprovalResult]
    evidence_ids: list[str]

    @property
    def carried(self) -> MemoryResult:
        return self


def memory_fields(memory: Memory) -> dict[str, Any]:
    """Needs what the readers attach: its authority, its neighbours, its links."""
    return {
        "memory_id": str(memory.public_id),
        "number": memory.label,
        "kind": memory.kind,
        "title": memory.title,
        "content": memory.content,
        "authority": memory.authority,
        "tags": memory.tags,
        "valid_from": iso(memory.valid_from),
        "valid_until": iso(memory.valid_until) if memory.valid_until else None,
        "recorded_at": iso(memory.recorded_at),
        "supersedes": _id(memory.predecessor),
        "superseded_by": _id(memory.successor),
        "links": memory.links,
        "source": {
            "proposal_id": str(memory.proposal_id),
            "proposed_by": Actor.load(memory.proposed_by).public(),
            "applied_by": Actor.load(memory.applied_by).public(),
        },
        "approved_by": memory.approved_by,
        "evidence_ids": memory.evidence_ids,
    }


def memory_result(memory: Memory) -> MemoryResult:
    return MemoryResult.model_validate(memory_fields(memory))


def _id(memory: Memory | None) -> str | None:
    return str(memory.public_id) if memory else None
