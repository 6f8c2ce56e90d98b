from typing import Any

from django.http import HttpResponse

from memory import limits
from memory.authority import Authority, Instant
from memory.http import ProjectRequest, page_or_fragment, project_page
from memory.kinds import Kind
from memory.looking_back import LookingBack
from memory.models import Project
from memory.numbers import parse_number
from memory.query_language import EVERYTHING, parse
from memory.services.highlight import Hits
from memory.services.listing import Listed, count_by_authority, find_memories, list_memories


@project_page()
def memory_list(request: ProjectRequest) -> HttpResponse:
    """In force unless asked for more; a search finds what an agent would."""
    project, past = request.access.project, LookingBack.of(request)
    asked, instant = read(request), past.instant
    context = {
        "asked": asked,
        "past": past,
        "listed": listed(project, asked, instant),
        "hits": Hits(asked["said"].words) if asked["said"].words else None,
        "counts": count_by_authority(project, instant),
        "kinds": Kind.choices,
        "authorities": Authority.choices,
    }
    return page_or_fragment(
        request, "memory/list.html", "memory/_rows.html", context, status=past.status
    )


def read(request: ProjectRequest) -> dict[str, Any]:
    """What was chosen and what was typed; what was typed goes first."""
    given = request.GET
    kind, authority, before = (given.get(name, "") for name in ("kind", "authority", "before"))
    query = given.get("q", "").replace("\x00", "")[: limits.QUERY]
    said = parse(query)
    if kind in Kind.values and not said.kinds:
        said.kinds.append(kind)
    else:
        kind = ""
    if said.authority or authority not in {*Authority.values, EVERYTHING}:
        authority = said.authority or Authority.AUTHORITATIVE.value
    return {
        "query": query,
        "said": said,
        "kind": kind,
        "authority": authority,
        "before": parse_number(before),
    }


def listed(project: Project, asked: dict[str, Any], instant: Instant) -> Listed:
    authority = "" if asked["authority"] == EVERYTHING else asked["authority"]
    said, only = asked["said"], asked["said"].narrowing
    if said.words:
        return find_memories(project, said.words, instant, narrowing=only, authority=authority)
    return list_memories(
        project, instant, narrowing=only, authority=authority, before=asked["before"]
    )
