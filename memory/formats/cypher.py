"""Cypher statements that build a project's graph in a Neo4j, and build the same one when run again.

Every name in them is a literal of this module; what people wrote stands in string literals only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from memory.formats.graph import Graph, Link, Node
from memory.times import iso

AT_ONCE, CHARS = 200, 400_000
LABEL = "WaggleMemory"
TYPES = {
    "updates": "UPDATES",
    "contradicts": "CONTRADICTS",
    "depends_on": "DEPENDS_ON",
    "part_of": "PART_OF",
    "derived_from": "DERIVED_FROM",
    "relates_to": "RELATES_TO",
    "similar_to": "SIMILAR_TO",
}
ESCAPES = str.maketrans({"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"})
# Neo4j turns \u0027 into a quote before it looks for the ends of strings, and it is nowhere said
# what it makes of a backslash before: so none ever stands before a u.
BEFORE_U = re.compile(r"\\\\(?=[uU])")


def cypher(graph: Graph) -> Iterator[str]:
    yield (
        f"// Memories of {graph.slug} as they stood at {iso(graph.as_of)}.\n"
        f"// In force were those alone whose authority is 'authoritative':\n"
        f"//   MATCH (m:{LABEL} {{project: '{graph.slug}', authority: 'authoritative'}}) RETURN m\n"
        f"CREATE CONSTRAINT waggle_memory_id IF NOT EXISTS\n"
        f"FOR (m:{LABEL}) REQUIRE m.id IS UNIQUE;\n"
    )
    for rows in _batches(_row(node, graph) for node in graph.nodes()):
        yield (f"UNWIND [\n{rows}\n] AS row\nMERGE (m:{LABEL} {{id: row.id}})\nSET m = row;\n")
    yield from _links(graph.links())


def _links(links: Iterable[Link]) -> Iterator[str]:
    waiting: dict[str, list[str]] = {}
    for link in links:
        of_type = waiting.setdefault(link.type, [])
        of_type.append(f"  [{quoted(link.source)}, {quoted(link.target)}]")
        if len(of_type) == AT_ONCE:
            yield _linked(link.type, waiting.pop(link.type))
    for name, rows in waiting.items():
        yield _linked(name, rows)


def _linked(name: str, rows: list[str]) -> str:
    pairs = ",\n".join(rows)
    return (
        f"UNWIND [\n{pairs}\n] AS pair\n"
        f"MATCH (a:{LABEL} {{id: pair[0]}})\nMATCH (b:{LABEL} {{id: pair[1]}})\n"
        f"MERGE (a)-[:{TYPES[name]}]->(b);\n"
    )


def _batches(rows: Iterable[str]) -> Iterator[str]:
    """Statements of a size that any Neo4j takes."""
    batch: list[str] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += len(row)
        if len(batch) == AT_ONCE or size >= CHARS:
            yield ",\n".join(batch)
            batch, size = [], 0
    if batch:
        yield ",\n".join(batch)


def _row(node: Node, graph: Graph) -> str:
    said = {
        "id": quoted(node.id),
        "project": quoted(graph.slug),
        "number": quoted(node.number),
        "kind": quoted(node.kind),
        "title": quoted(node.title),
        "content": quoted(node.content),
        "tags": _listed(node.tags),
        "authority": quoted(node.authority),
        "as_of": _moment(graph.as_of),
        "valid_from": _moment(node.valid_from),
        "valid_until": _moment(node.valid_until),
        "recorded_at": _moment(node.recorded_at),
        "retired_at": _moment(node.retired_at),
        "proposed_by": quoted(node.proposed_by),
        "approved_by": _listed(node.approved_by),
    }
    return "  {" + ", ".join(f"{name}: {value}" for name, value in said.items()) + "}"


def quoted(text: str) -> str:
    return "'" + BEFORE_U.sub(r"\\\\' + '", text.translate(ESCAPES)) + "'"


def _listed(values: list[str]) -> str:
    return "[" + ", ".join(quoted(value) for value in values) + "]"


def _moment(moment: datetime | None) -> str:
    """A property that is null is not there."""
    return f"datetime({quoted(iso(moment))})" if moment else "null"
