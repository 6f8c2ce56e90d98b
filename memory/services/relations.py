"""What one memory links to, and what links to it."""

from __future__ import annotations

from dataclasses import dataclass

from memory.authority import Authority, Instant
from memory.kinds import EdgeType
from memory.models import Edge, Memory, Project
from memory.services.listing import edges_of, with_authority

INCOMING = {
    EdgeType.CONTRADICTS: "contradicted by",
    EdgeType.DEPENDS_ON: "needed by",
    EdgeType.PART_OF: "has part",
    EdgeType.DERIVED_FROM: "led to",
    EdgeType.RELATES_TO: "relates to",
    EdgeType.SIMILAR_TO: "similar to",
}


@dataclass(frozen=True, slots=True)
class Relation:
    predicate: str
    memory: Memory
    said_of: Memory | None = None
    """The earlier version that the other links to, where it is not this one."""


def relations(project: Project, memory: Memory, instant: Instant) -> list[Relation]:
    edges = edges_of(memory)
    others = {_other(edge, memory).public_id for edge in edges}
    known = with_authority(project, list(others), instant)
    return [
        Relation(_predicate(edge, memory), other, _said_of(edge, memory))
        for edge in edges
        if (other := known.get(_other(edge, memory).public_id)) and _holds(edge, memory, other)
    ]


def _holds(edge: Edge, memory: Memory, other: Memory) -> bool:
    """A superseded memory's links went on with the version after it."""
    return edge.source_id == memory.pk or other.authority != Authority.SUPERSEDED


def _said_of(edge: Edge, memory: Memory) -> Memory | None:
    return None if memory.pk in (edge.source_id, edge.target_id) else edge.target


def _other(edge: Edge, memory: Memory) -> Memory:
    return edge.target if edge.source_id == memory.pk else edge.source


def _predicate(edge: Edge, memory: Memory) -> str:
    if edge.source_id == memory.pk:
        return EdgeType(edge.type).label
    return INCOMING[EdgeType(edge.type)]
