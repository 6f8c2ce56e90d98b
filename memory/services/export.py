"""A project going out: as the lines that come in again, or as a graph for other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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


FURTHER: list[Callable[[Project], Iterator[Line]]] = []
"""What other apps keep of a project and send out with it, in the order it goes."""


def lines(project: Project) -> Iterator[Line]:
    """Every memory but those erased, then what else there is. What is recorded while this runs is
    left out.
    """
    yield from map(_line, exported(project, Instant.now()))
    for further in FURTHER:
        yield from further(project)


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
    own = {
        "approved_by": row.approved_by,
        "proposed_by": public(row.proposed_by),
        "applied_by": public(row.applied_by),
    }
    return with_earlier(own, said, "claimed_approval")


def with_earlier(own: Line, said: Line, name: str) -> Line:
    """Who stood behind it here; what an earlier file claimed, under this name, goes on as a claim,
    as far as a line holds it.
    """
    earlier = [flattened(one, NESTED) for one in _earlier(said, name)]
    while earlier and len(canonical_bytes(own | {"earlier": earlier})) > limits.CLAIM_BYTES:
        earlier.pop()
    return own | ({"earlier": earlier} if earlier else {})


def _earlier(said: Line, name: str) -> list[Line]:
    if not said:
        return []
    before = said.get(name)
    further: list[Line] = []
    if isinstance(before, dict):
        before = dict(before)
        known = before.pop("earlier", [])
        further = known if isinstance(known, list) else []
    here = {**said, name: before} if before else dict(said)
    return [here, *further][:EARLIER]


def public(actor: dict[str, Any]) -> dict[str, Any]:
    """As a file tells of them: without what identifies an account."""
    return {name: actor[name] for name in ("kind", "name", "on_behalf_of") if name in actor}
