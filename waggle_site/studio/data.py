"""The graph as data: every memory known at an instant, and the links between them.

Beside the contract's fields each memory carries the spans that its authority follows from, so that
whoever has them can tell what was true at any other instant without asking again.
"""

from collections.abc import Iterator
from datetime import datetime
from hashlib import sha1
from typing import Any

from django.db.models.functions import Left
from django.http import JsonResponse

from memory.authority import Instant
from memory.errors import InvalidInput
from memory.http import ProjectRequest, project_page
from memory.looking_back import read_instant
from memory.models import Edge, Memory, Project
from memory.services.listing import known_at
from memory.text import first_words
from memory.text import reveal as runs_of
from memory.times import iso

Row = dict[str, Any]
FIELDS = (
    "pk",
    "public_id",
    "number",
    "kind",
    "title",
    "authority",
    "valid_from",
    "valid_until",
    "recorded_at",
    "retired_at",
    "lineage",
    "version",
    "tags",
    "proposal_id",
)
LABEL, OPENING = 60, 160


@project_page()
def data(request: ProjectRequest) -> JsonResponse:
    instant = Instant.at(_moment(request, "as_of"), _moment(request, "known_at"))
    project = request.access.project
    known = _memories(project, instant)
    ids = {row["pk"]: str(row["public_id"]) for row in known}
    return JsonResponse(
        {
            "nodes": [_node(row, ids[row["pk"]], instant) for row in known],
            "edges": list(_edges(project, instant, ids)),
            "erased": _erased(project, instant),
        }
    )


def plain(text: str) -> str:
    """The start of a text in one line, each hidden character named: for where no markup can be."""
    line = first_words(text, LABEL)
    if line.isascii() and line.isprintable():
        return line
    return "".join(f"[{run.name}]" if run.name else run.text for run in runs_of(line))


def _moment(request: ProjectRequest, name: str) -> datetime | None:
    given = request.GET.get(name)
    if not given:
        return None
    try:
        return read_instant(given)
    except ValueError as error:
        raise InvalidInput({name: str(error)}) from error


def _memories(project: Project, instant: Instant) -> list[Row]:
    rows = known_at(project, instant).order_by("number")
    return list(rows.values(*FIELDS, opening=Left("content", OPENING)))


def _node(row: Row, public_id: str, instant: Instant) -> Row:
    ended = row["retired_at"]
    return {
        "id": public_id,
        "number": f"M-{row['number']:03d}",
        "kind": row["kind"],
        "title": row["title"],
        "authority": row["authority"],
        "valid_from": iso(row["valid_from"]),
        "valid_until": _iso(row["valid_until"]),
        "recorded_at": iso(row["recorded_at"]),
        "retired_at": _iso(ended if ended and ended <= instant.known_at else None),
        "label": plain(row["title"] or row["opening"]),
        "lineage": str(row["lineage"]),
        "version": row["version"],
        "tags": row["tags"],
        "proposal_id": str(row["proposal_id"]),
    }


def _iso(moment: datetime | None) -> str | None:
    return iso(moment) if moment else None


def _edges(project: Project, instant: Instant, ids: dict[int, str]) -> Iterator[Row]:
    """Between what is there and nothing else."""
    edges = Edge.objects.filter(project=project, created_at__lte=instant.known_at).order_by("pk")
    for type, source, target in edges.values_list("type", "source_id", "target_id"):
        if source in ids and target in ids:
            yield {
                "id": edge_id(type, ids[source], ids[target]),
                "type": type,
                "source": ids[source],
                "target": ids[target],
            }


def edge_id(type: str, source: str, target: str) -> str:
    """`str(uuid5(source, f"{type} {target}"))`, written out: there are thousands of them."""
    named = bytes.fromhex(source.replace("-", "")) + f"{type} {target}".encode()
    digits = sha1(named, usedforsecurity=False).hexdigest()
    variant = "89ab"[int(digits[16], 16) & 3]
    return f"{digits[:8]}-{digits[8:12]}-5{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:32]}"


def _erased(project: Project, instant: Instant) -> list[Row]:
    """No memories, but the spans of those whose words were erased: they end what came before."""
    gone = Memory.objects.filter(
        project=project, erased_at__isnull=False, recorded_at__lte=instant.known_at
    )
    spans = gone.values("lineage", "version", "valid_from", "recorded_at")
    return [
        {
            "lineage": str(row["lineage"]),
            "version": row["version"],
            "valid_from": iso(row["valid_from"]),
            "recorded_at": iso(row["recorded_at"]),
        }
        for row in spans
    ]
