from typing import Any

from django.http import HttpResponse, JsonResponse

from memory.authority import Instant
from memory.errors import InvalidInput
from memory.http import ProjectRequest, project_page
from memory.models import Memory
from memory.services.listing import graph
from memory.times import iso, parse_instant


@project_page()
def graph_data(request: ProjectRequest) -> HttpResponse:
    """All nodes and edges of the project at an instant, `as_of` and `known_at` now by default."""
    found = graph(request.access.project, instant=asked_instant(request))
    answer = JsonResponse(
        {
            "nodes": [_node(memory) for memory in found.memories],
            "edges": [
                {
                    "id": str(edge.pk),
                    "type": edge.type,
                    "source": str(edge.source.public_id),
                    "target": str(edge.target.public_id),
                }
                for edge in found.edges
            ],
        }
    )
    answer["Cache-Control"] = "no-store"
    return answer


def asked_instant(request: ProjectRequest) -> Instant:
    """From the address. Raises InvalidInput, naming what is not an instant."""
    read, wrong = {}, {}
    for name in ("as_of", "known_at"):
        text = request.GET.get(name, "")
        try:
            read[name] = parse_instant(text) if text else None
        except ValueError as error:
            wrong[name] = str(error)
    if wrong:
        raise InvalidInput(wrong)
    return Instant.at(read["as_of"], read["known_at"])


def _node(memory: Memory) -> dict[str, Any]:
    return {
        "id": str(memory.public_id),
        "number": memory.label,
        "kind": memory.kind,
        "title": memory.heading,
        "authority": memory.authority,
        "valid_from": iso(memory.valid_from),
        "valid_until": iso(memory.valid_until) if memory.valid_until else None,
        "recorded_at": iso(memory.recorded_at),
    }
