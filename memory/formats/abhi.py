"""The `.abhi` of waggle-mcp, version 2: a zip of JSON lines behind four bytes of its own.

What that program knows no field for stands in each node's metadata under `waggle_…`, exactly.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from tempfile import TemporaryFile
from typing import IO, Any
from uuid import NAMESPACE_URL, uuid5

from memory.formats.graph import Graph, Link, Node
from memory.times import iso

MAGIC = b"WGL\x01"
MEMBERS = ("transcripts.jsonl", "nodes.jsonl", "edges.jsonl", "context_windows.jsonl")
TENANT = "local-default"
PIECE = 1 << 16
LEAST = timedelta(microseconds=1)
# It knows seven kinds of node.
TYPES = {
    "goal": "concept",
    "decision": "decision",
    "requirement": "concept",
    "constraint": "concept",
    "fact": "fact",
    "preference": "preference",
    "procedure": "note",
    "question": "question",
    "note": "note",
}
# Its reader takes these for ends of lines.
BREAKS = str.maketrans({"\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\u0085"})

Record = dict[str, Any]


def abhi(graph: Graph) -> Iterator[bytes]:
    """Through a nameless file on disk: the digest at the end is over everything before it."""
    with TemporaryFile() as whole:
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
            _fill(archive, graph)
        whole.seek(0)
        yield MAGIC
        while piece := whole.read(PIECE):
            yield piece


def _fill(archive: zipfile.ZipFile, graph: Graph) -> None:
    window = f"{TENANT}:{graph.slug}:default"
    records: dict[str, Iterable[Record]] = {
        "transcripts.jsonl": (),
        "nodes.jsonl": (_node(one, graph, window) for one in graph.nodes()),
        "edges.jsonl": (_edge(one, graph) for one in graph.links()),
        "context_windows.jsonl": (),
    }
    with TemporaryFile() as hashed:
        written = {name: _member(archive, name, records[name], hashed) for name in MEMBERS[:3]}
        last = [_window(window, graph, written["nodes.jsonl"].count)]
        written[MEMBERS[3]] = _member(archive, MEMBERS[3], last, hashed)
        manifest = _manifest(graph, written)
        manifest["content_hash"] = f"sha256:{_content_hash(manifest, hashed)}"
    with archive.open(_info("manifest.json"), "w") as file:
        file.write(_canonical(manifest).encode())


class _Written:
    """What the manifest says of one member."""

    def __init__(self) -> None:
        self.count = self.size = 0
        self.digest = hashlib.sha256()

    def take(self, line: bytes) -> bytes:
        self.count += 1
        self.size += len(line)
        self.digest.update(line)
        return line


def _member(
    archive: zipfile.ZipFile, name: str, records: Iterable[Record], hashed: IO[bytes]
) -> _Written:
    written = _Written()
    with archive.open(_info(name), "w") as file:
        for record in records:
            line = _canonical(record)
            hashed.write(f"{line}\n".encode())
            file.write(written.take(f"{line.translate(BREAKS)}\n".encode()))
    return written


def _info(name: str) -> zipfile.ZipInfo:
    """Without the hour at which it was made: the same graph, the same bytes."""
    info = zipfile.ZipInfo(name, date_time=(2000, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


def _canonical(value: Record) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _content_hash(manifest: Record, hashed: IO[bytes]) -> str:
    covered = {name: value for name, value in manifest.items() if name != "export_context"}
    digest = hashlib.sha256(_canonical(covered).encode())
    hashed.seek(0)
    while piece := hashed.read(PIECE):
        digest.update(piece)
    return digest.hexdigest()


def _manifest(graph: Graph, written: dict[str, _Written]) -> Record:
    counts = {name.removesuffix(".jsonl"): one.count for name, one in written.items()}
    return {
        "schema_version": "2.0.0",
        "tenant": TENANT,
        "agent_id": "",
        "project": graph.slug,
        "session_id": "",
        "embedding_model_id": "",
        "embedding_dim": 0,
        "includes_embeddings": False,
        "encryption": {"algorithm": "", "enabled": False},
        "signatures": {"algorithm": "ed25519", "present": False},
        "scope": "project",
        "export_context": {"as_of": iso(graph.as_of)},
        "counts": counts,
        "members": {
            name: {"encrypted": False, "sha256": one.digest.hexdigest(), "size": one.size}
            for name, one in written.items()
        },
        "context_window_edges": [],
        "repos": [
            {
                "id": f"{TENANT}:{graph.slug}",
                "name": graph.slug,
                "description": "",
                "tenant_id": TENANT,
                "created_at": iso(graph.as_of),
                "updated_at": iso(graph.as_of),
            }
        ],
        "ui": {},
    }


def _window(name: str, graph: Graph, nodes: int) -> Record:
    return {
        "id": name,
        "repo_id": f"{TENANT}:{graph.slug}",
        "session_id": "default",
        "tenant_id": TENANT,
        "title": "",
        "status": "active",
        "node_count": nodes,
        "embedding_stale": True,
        "closed_at": None,
        "created_at": iso(graph.as_of),
        "updated_at": iso(graph.as_of),
    }


def _node(node: Node, graph: Graph, window: str) -> Record:
    ends = _ends(node)
    return {
        "id": node.id,
        "label": node.title or node.number,
        "content": node.content,
        "node_type": TYPES[node.kind],
        "tags": node.tags,
        "valid_from": iso(node.valid_from),
        "valid_to": iso(ends) if ends else None,
        "created_at": iso(node.recorded_at),
        "updated_at": iso(node.recorded_at),
        "metadata": _metadata(node),
        "project": graph.slug,
        "tenant_id": TENANT,
        "context_window_id": window,
        "agent_id": "",
        "session_id": "",
        "source_prompt": "",
        "source_turn_pair_id": "",
        "evidence_records": [],
        "access_count": 0,
        "embedding_b64": "",
        "embedding_dim": 0,
        "embedding_model_id": "",
    }


def _ends(node: Node) -> datetime | None:
    """It has a window and nothing else, so whatever ends a memory here ends its window there."""
    ends = [one for one in (node.valid_until, node.overtaken_at, node.retired_at) if one]
    return max(min(ends), node.valid_from + LEAST) if ends else None


def _metadata(node: Node) -> Record:
    exact = {
        "authority": node.authority,
        "kind": node.kind,
        "number": node.number,
        "title": node.title,
        "valid_until": iso(node.valid_until) if node.valid_until else None,
        "retired_at": iso(node.retired_at) if node.retired_at else None,
        "claimed_approval": node.approval,
    }
    overtaken: Record = {}
    if node.superseded_by and node.overtaken_at:
        overtaken = {
            "superseded_at": iso(node.overtaken_at),
            "superseded_by": node.superseded_by,
            "superseded_relationship": "updates",
        }
    return overtaken | {f"waggle_{name}": one for name, one in exact.items() if one is not None}


def _edge(link: Link, graph: Graph) -> Record:
    name = f"{link.source} {link.type} {link.target}"
    return {
        "id": str(uuid5(NAMESPACE_URL, name)),
        "source_id": link.source,
        "target_id": link.target,
        "relationship": link.type,
        "weight": 1.0,
        "metadata": {},
        "shared_entities": [],
        "tenant_id": TENANT,
        "created_at": iso(graph.as_of),
    }
