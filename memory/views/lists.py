from typing import Any

from django.http import HttpResponse

from memory import limits
from memory.authority import Authority, Instant
from memory.http import ProjectRequest, page_or_fragment, project_page
from memory.kinds import Kind
from memory.looking_back import LookingBack
from memory.models import Project
from memory.numbers import parse_number
from memory.services.listing import Listed, count_by_authority, find_memories, list_memories

EVERYTHING = "all"


@project_page()
def memory_list(request: ProjectRequest) -> HttpResponse:
    """In force unless asked for more; a search finds what an agent would."""
    project, past = request.access.project, LookingBack.of(request)
    asked, instant = read(request), past.instant
    context = {
        "asked": asked,
        "past": past,
        "listed": listed(project, asked, instant),
        "counts": count_by_authority(project, instant),
        "kinds": Kind.choices,
        "authorities": Authority.choices,
    }
    return page_or_fragment(
        request, "memory/list.html", "memory/_rows.html", context, status=past.status
    )


def read(request: ProjectRequest) -> dict[str, Any]:
    """The filters, with anything unknown in an address taken for nothing."""
    given = request.GET
    kind, authority, before = (given.get(name, "") for name in ("kind", "authority", "before"))
    return {
        "query": given.get("q", "").replace("\x00", "")[: limits.QUERY],
        "kind": kind if kind in Kind.values else "",
        "authority": authority
        if authority in {*Authority.values, EVERYTHING}
        else Authority.AUTHORITATIVE.value,
        "before": parse_number(before),
    }


def listed(project: Project, asked: dict[str, Any], instant: Instant) -> Listed:
    authority = "" if asked["authority"] == EVERYTHING else asked["authority"]
    kinds = [asked["kind"]] if asked["kind"] else []
    if asked["query"].strip():
        return find_memories(project, asked["query"], instant, kinds=kinds, authority=authority)
    return list_memories(project, instant, kinds=kinds, authority=authority, before=asked["before"])
