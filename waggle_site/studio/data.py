"""The graph as data: every memory known at an instant, and the links between them.

Beside the contract's fields each memory carries the spans that its authority follows from, so that
whoever has them can tell what was true at any other instant without asking again.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from hashlib import sha1
from json.encoder import encode_basestring_ascii as quoted

from django.db.models import Case, TextField, When
from django.db.models.functions import Cast, Left
from django.http import HttpResponse

from memory.authority import Instant
from memory.errors import InvalidInput
from memory.http import ProjectRequest, project_page
from memory.looking_back import read_instant
from memory.models import Edge, Memory, Project
from memory.services.listing import known_at
from memory.text import first_words
from memory.text import reveal as runs_of
from waggle_site.studio.written import Dashed, Written

LABEL, OPENING = 60, 160


@project_page()
def data(request: ProjectRequest) -> HttpResponse:
    instant = Instant.at(_moment(request, "as_of"), _moment(request, "known_at"))
    return HttpResponse(body(request.access.project, instant), content_type="application/json")


def body(project: Project, instant: Instant) -> str:
    """JSON, written out: there may be a hundred thousand of them, and each is written once."""
    ids: dict[int, str] = {}
    nodes = ", ".join(_nodes(project, instant, ids))
    edges = ", ".join(_edges(project, instant, ids))
    erased = ", ".join(_erased(project, instant))
    return f'{{"nodes": [{nodes}], "edges": [{edges}], "erased": [{erased}]}}'


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


def _nodes(project: Project, instant: Instant, ids: dict[int, str]) -> Iterator[str]:
    """Each node; the id of each comes into `ids`."""
    rows = known_at(project, instant).order_by("number")
    ended = Case(When(retired_at__lte=instant.known_at, then="retired_at"))
    found = rows.values_list(
        "pk",
        Dashed("public_id"),
        "number",
        "kind",
        "title",
        "authority",
        Written("valid_from"),
        Written("valid_until"),
        Written("recorded_at"),
        Written(ended),
        Left("content", OPENING),
        Dashed("lineage"),
        "version",
        Cast("tags", TextField()),
        Dashed("proposal_id"),
    )
    for pk, ref, number, kind, title, authority, begun, until, at, gone, opening, *rest in found:
        lineage, version, tags, proposal = rest
        ids[pk] = ref
        yield (
            f'{{"id": "{ref}", "number": "M-{number:03d}", "kind": "{kind}", '
            f'"title": {quoted(title)}, "authority": "{authority}", "valid_from": "{begun}", '
            f'"valid_until": {_or_null(until)}, "recorded_at": "{at}", '
            f'"retired_at": {_or_null(gone)}, "label": {quoted(plain(title or opening))}, '
            f'"lineage": "{lineage}", "version": {version}, "tags": {tags}, '
            f'"proposal_id": "{proposal}"}}'
        )


def _or_null(written: str | None) -> str:
    return f'"{written}"' if written else "null"


def _edges(project: Project, instant: Instant, ids: dict[int, str]) -> Iterator[str]:
    """Between what is there and nothing else."""
    edges = Edge.objects.filter(project=project, created_at__lte=instant.known_at).order_by("pk")
    for type, source, target in edges.values_list("type", "source_id", "target_id"):
        if source in ids and target in ids:
            start, end = ids[source], ids[target]
            yield (
                f'{{"id": "{edge_id(type, start, end)}", "type": "{type}", '
                f'"source": "{start}", "target": "{end}"}}'
            )


def edge_id(type: str, source: str, target: str) -> str:
    """`str(uuid5(source, f"{type} {target}"))`, written out: there are thousands of them."""
    named = bytes.fromhex(source.replace("-", "")) + f"{type} {target}".encode()
    digits = sha1(named, usedforsecurity=False).hexdigest()
    variant = "89ab"[int(digits[16], 16) & 3]
    return f"{digits[:8]}-{digits[8:12]}-5{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:32]}"


def _erased(project: Project, instant: Instant) -> Iterator[str]:
    """No memories, but the spans of those whose words were erased: they end what came before."""
    gone = Memory.objects.filter(
        project=project, erased_at__isnull=False, recorded_at__lte=instant.known_at
    )
    spans = gone.values_list(
        Dashed("lineage"), "version", Written("valid_from"), Written("recorded_at")
    )
    for lineage, version, begun, at in spans:
        yield (
            f'{{"lineage": "{lineage}", "version": {version}, '
            f'"valid_from": "{begun}", "recorded_at": "{at}"}}'
        )
