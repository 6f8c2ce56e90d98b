"""The graph as a page and as data: every memory known at an instant, and the links between them."""

from datetime import datetime
from typing import Any
from uuid import uuid5

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render

from memory.authority import Instant
from memory.errors import InvalidInput
from memory.http import ProjectRequest, project_page
from memory.looking_back import LookingBack, read_instant
from memory.models import Edge, Memory
from memory.services.listing import graph as graph_of
from memory.times import iso


@project_page()
def page(request: ProjectRequest) -> HttpResponse:
    past = LookingBack.of(request)
    known = graph_of(request.access.project, instant=past.instant)
    by_pk = {memory.pk: memory for memory in known.memories}
    links = [
        {"edge": edge, "source": by_pk[edge.source_id], "target": by_pk[edge.target_id]}
        for edge in known.edges
    ]
    context = {"nodes": known.memories, "links": links, "past": past}
    return render(request, "workspace/graph.html", context, status=past.status)


@project_page()
def data(request: ProjectRequest) -> JsonResponse:
    instant = Instant.at(_moment(request, "as_of"), _moment(request, "known_at"))
    known = graph_of(request.access.project, instant=instant)
    return JsonResponse(
        {
            "nodes": [_node(memory) for memory in known.memories],
            "edges": [_edge(edge) for edge in known.edges],
        }
    )


def _moment(request: ProjectRequest, name: str) -> datetime | None:
    given = request.GET.get(name)
    if not given:
        return None
    try:
        return read_instant(given)
    except ValueError as error:
        raise InvalidInput({name: str(error)}) from error


def _node(memory: Memory) -> dict[str, Any]:
    return {
        "id": str(memory.public_id),
        "number": memory.label,
        "kind": memory.kind,
        "title": memory.title,
        "authority": memory.authority,
        "valid_from": iso(memory.valid_from),
        "valid_until": iso(memory.valid_until) if memory.valid_until else None,
        "recorded_at": iso(memory.recorded_at),
    }


def _edge(edge: Edge) -> dict[str, str]:
    source, target = edge.source.public_id, edge.target.public_id
    return {
        "id": str(uuid5(source, f"{edge.type} {target}")),
        "type": edge.type,
        "source": str(source),
        "target": str(target),
    }
