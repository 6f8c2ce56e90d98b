"""A project going out: as the lines that come in again, or as a graph for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memory import limits
from memory.authority import Instant
from memory.canonical import canonical_bytes
from memory.formats.graph import Graph, Link, Node
from memory.kinds import EdgeType
from memory.models import Memory, Project
from memory.nesting import flattened
from memory.services.exported import Exported, exported
from memory.times import iso

EARLIER = 5
NESTED = limits.LINE_DEPTH - 3
"""Levels that are left for a claim among the earlier ones of a line."""

Line = dict[str, Any]


def lines(project: Project) -> Iterator[Line]:
    """Every memory but those erased. What is recorded while this runs is left out."""
    return map(_line, exported(project, Instant.now()))


def graph_of(project: Project) -> Graph:
    """The same memories and what leads between them, with the authority that each has now."""
    instant = Instant.now()
    return Graph(
        project.slug,
        instant.as_of,
        nodes=lambda: map(_node, exported(project, instant)),
        links=lambda: (link for one in exported(project, instant) for link in _links(one)),
    )


def _line(one: Exported) -> Line:
    row = one.memory
    line: Line = {
        "type": "memory",
        "id": str(row.public_id),
        "kind": row.kind,
        "title": row.title,
        "content": row.content,
        "tags": row.tags,
        "links": row.links,
        "valid_from": iso(row.valid_from),
        "valid_until": iso(one.valid_until) if one.valid_until else None,
        "recorded_at": iso(row.recorded_at),
        "retired_at": iso(one.retired_at) if one.retired_at else None,
        "supersedes": str(one.before) if one.before else None,
        "claimed_approval": _approval(row, one.said),
    }
    return {name: value for name, value in line.items() if value not in (None, "", [])}


def _node(one: Exported) -> Node:
    row = one.memory
    return Node(
        id=str(row.public_id),
        number=row.label,
        kind=row.kind,
        title=row.title,
        content=row.content,
        tags=row.tags,
        authority=row.authority or "",
        valid_from=row.valid_from,
        valid_until=one.valid_until,
        recorded_at=row.recorded_at,
        retired_at=one.retired_at,
        proposed_by=str(row.proposed_by.get("name", "")),
        approved_by=[str(one["name"]) for one in row.approved_by],
        overtaken_at=one.overtaken_at,
        superseded_by=str(one.superseded_by or ""),
        approval=_approval(row, one.said),
    )


def _links(one: Exported) -> Iterator[Link]:
    own = str(one.memory.public_id)
    if one.before:
        yield Link(EdgeType.UPDATES.value, own, str(one.before))
    for link in one.memory.links:
        yield Link(link["type"], own, link["memory_id"])


def _approval(row: Memory, said: Line) -> Line:
    """Who stood behind it here; what an earlier file claimed goes on as a claim, as far as a line
    holds it.
    """
    own = {
        "approved_by": row.approved_by,
        "proposed_by": _public(row.proposed_by),
        "applied_by": _public(row.applied_by),
    }
    earlier = [flattened(one, NESTED) for one in _earlier(said)]
    while earlier and len(canonical_bytes(own | {"earlier": earlier})) > limits.CLAIM_BYTES:
        earlier.pop()
    return own | ({"earlier": earlier} if earlier else {})


def _earlier(said: Line) -> list[Line]:
    if not said:
        return []
    before = said.get("claimed_approval")
    further: list[Line] = []
    if isinstance(before, dict):
        before = dict(before)
        known = before.pop("earlier", [])
        further = known if isinstance(known, list) else []
    here = {**said, "claimed_approval": before} if before else dict(said)
    return [here, *further][:EARLIER]


def _public(actor: dict[str, Any]) -> dict[str, Any]:
    return {name: actor[name] for name in ("kind", "name", "on_behalf_of") if name in actor}
