"""The forms in which a project goes out, by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memory.formats.abhi import abhi
from memory.formats.cypher import cypher
from memory.formats.graphml import graphml
from memory.models import Project
from memory.services.export import graph_of, lines

PIECE = 1 << 15


@dataclass(frozen=True, slots=True)
class Format:
    name: str
    suffix: str
    media: str
    for_whom: str
    write: Callable[[Project], Iterator[bytes]]
    is_text: bool = True


def _lines(project: Project) -> Iterator[bytes]:
    return _pieces(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
        for line in lines(project)
    )


def _pieces(texts: Iterator[str]) -> Iterator[bytes]:
    """Neither a line at a time nor all at once."""
    waiting = bytearray()
    for text in texts:
        waiting += text.encode()
        if len(waiting) >= PIECE:
            yield bytes(waiting)
            waiting.clear()
    if waiting:
        yield bytes(waiting)


FORMATS = {
    one.name: one
    for one in (
        Format(
            "jsonl",
            "jsonl",
            "application/jsonl",
            "Everything, as lines that Waggle brings in again",
            _lines,
        ),
        Format(
            "graphml",
            "graphml",
            "application/graphml+xml",
            "The graph, for Gephi, yEd or networkx",
            lambda project: _pieces(graphml(graph_of(project))),
        ),
        Format(
            "cypher",
            "cypher",
            "application/x-cypher-query",
            "The graph, as statements for Neo4j",
            lambda project: _pieces(cypher(graph_of(project))),
        ),
        Format(
            "abhi",
            "abhi",
            "application/octet-stream",
            "Memories and links, for waggle-mcp",
            lambda project: abhi(graph_of(project)),
            is_text=False,
        ),
    )
}
