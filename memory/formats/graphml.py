"""GraphML, for Gephi, yEd, networkx and their like. Attributes are text; lists are JSON in text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from xml.sax.saxutils import escape

from memory.formats.graph import Graph, Link, Node
from memory.times import iso

HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns\
 http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
OF_NODES = (
    "number",
    "kind",
    "title",
    "content",
    "tags",
    "authority",
    "valid_from",
    "valid_until",
    "recorded_at",
    "retired_at",
    "proposed_by",
    "approved_by",
)
# XML reads a bare carriage return as a line feed.
RETURN = {"\r": "&#13;"}


def graphml(graph: Graph) -> Iterator[str]:
    yield HEAD
    yield '  <key id="as_of" for="graph" attr.name="as_of" attr.type="string"/>\n'
    for name in OF_NODES:
        yield f'  <key id="{name}" for="node" attr.name="{name}" attr.type="string"/>\n'
    yield '  <key id="type" for="edge" attr.name="type" attr.type="string"/>\n'
    yield f'  <graph id="{graph.slug}" edgedefault="directed">\n'
    yield (
        f"    <desc>Memories of {graph.slug} as they stood at {iso(graph.as_of)}."
        " Only those whose authority is authoritative were in force.</desc>\n"
    )
    yield f"    {_data('as_of', iso(graph.as_of))}\n"
    for node in graph.nodes():
        yield _node(node)
    for place, link in enumerate(graph.links(), 1):
        yield _edge(place, link)
    yield "  </graph>\n</graphml>\n"


def _node(node: Node) -> str:
    said = {
        "number": node.number,
        "kind": node.kind,
        "title": node.title,
        "content": node.content,
        "tags": _listed(node.tags),
        "authority": node.authority,
        "valid_from": iso(node.valid_from),
        "valid_until": iso(node.valid_until) if node.valid_until else "",
        "recorded_at": iso(node.recorded_at),
        "retired_at": iso(node.retired_at) if node.retired_at else "",
        "proposed_by": node.proposed_by,
        "approved_by": _listed(node.approved_by),
    }
    data = "".join(f"      {_data(name, value)}\n" for name, value in said.items() if value)
    return f'    <node id="{node.id}">\n{data}    </node>\n'


def _edge(place: int, link: Link) -> str:
    ends = f'source="{link.source}" target="{link.target}"'
    return f'    <edge id="e{place}" {ends}>{_data("type", link.type)}</edge>\n'


def _data(name: str, value: str) -> str:
    return f'<data key="{name}">{escape(value, RETURN)}</data>'


def _listed(values: list[str]) -> str:
    return json.dumps(values, ensure_ascii=False) if values else ""
