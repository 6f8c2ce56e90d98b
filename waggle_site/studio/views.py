"""Graph Studio: one graph as a picture and as a list, and an inspector of what is selected."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone

from memory.authority import Authority, Instant
from memory.http import ProjectRequest, page_or_fragment, project_page
from memory.kinds import EdgeType, Kind
from memory.looking_back import LookingBack
from memory.models import Edge, Memory, Project
from memory.times import iso
from proposals.models import Proposal
from waggle_site.studio.asked import Asked
from waggle_site.studio.inspector import inspect
from waggle_site.studio.rows import found_ids, rows_of


@project_page()
def page(request: ProjectRequest) -> HttpResponse:
    """htmx gets the list alone."""
    project, asked, past = request.access.project, Asked.of(request.GET), LookingBack.of(request)
    context = {
        "asked": asked,
        "past": past,
        "listed": rows_of(project, asked, past.instant),
        "told": inspect(project, asked.node, past.instant),
        "sizes": sizes(project, past.instant),
        "kinds": Kind.choices,
        "authorities": Authority.choices,
        "edge_types": EdgeType.choices,
        "now": iso(timezone.now()),
    }
    return page_or_fragment(
        request, "studio/page.html", "studio/_list.html", context, status=past.status
    )


@project_page()
def inspector(request: ProjectRequest) -> HttpResponse:
    """What `node` names, at the instant; nothing that is not of this project."""
    asked, past = Asked.of(request.GET), LookingBack.of(request)
    told = inspect(request.access.project, asked.node, past.instant)
    status = 404 if told["what"] == "unknown" else past.status
    context = {"asked": asked, "past": past, "told": told}
    return render(request, "studio/_inspector.html", context, status=status)


@project_page()
def found(request: ProjectRequest) -> JsonResponse:
    """The ids of the memories that say what was typed, as the list finds them."""
    asked, past = Asked.of(request.GET), LookingBack.of(request)
    ids, omitted = found_ids(request.access.project, asked, past.instant)
    return JsonResponse({"ids": [str(one) for one in ids], "omitted": omitted})


def sizes(project: Project, instant: Instant) -> dict[str, int]:
    """How much was known by then."""
    known = instant.known_at
    memories = Memory.objects.in_project(project).filter(recorded_at__lte=known, erased_at=None)
    ends: dict[str, Any] = {"source__erased_at": None, "target__erased_at": None}
    ends |= {"source__project": project, "target__project": project}
    return {
        "memories": memories.count(),
        "links": Edge.objects.filter(project=project, created_at__lte=known, **ends).count(),
        "proposals": Proposal.objects.in_project(project).filter(created_at__lte=known).count(),
    }
