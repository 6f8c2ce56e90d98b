"""Pages that knit several apps together. What they show is composed from services."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers

from memory.http import ProjectRequest, page_or_fragment, project_page
from memory.services.listing import projects_of
from waggle_site.workspace.overview import Overview
from waggle_site.workspace.preflight import Preflight
from waggle_site.workspace.regions import HEADER, asked_for
from waggle_site.workspace.since import Since
from waggle_site.workspace.timeline import FILTERS, VOICES, Cursor, timeline
from waggle_site.workspace.visits import Visit, remember


def landing(request: HttpRequest) -> HttpResponse:
    """Signed in, one goes on to the project one was in last."""
    if request.user.is_authenticated:
        projects = projects_of(request.user)
        last = request.session.get("project")
        there = next((one for one in projects if one.slug == last), None) or next(
            iter(projects), None
        )
        if there is not None:
            return redirect("workspace:home", there.slug)
        return render(request, "workspace/no_project.html")
    return render(request, "workspace/landing.html")


@project_page()
def home(request: ProjectRequest) -> HttpResponse:
    access = request.access
    if request.session.get("project") != access.project.slug:  # else each look would be a write
        request.session["project"] = access.project.slug
    context = Overview(access).parts() | Preflight(request).parts() | Visit(request).parts()
    regions = asked_for(request, access.project)
    page = "workspace/home.html" if regions is None else "workspace/_regions.html"
    answer = render(request, page, context | (regions or {}))
    patch_vary_headers(answer, [HEADER])
    remember(request, answer)
    return answer


@project_page()
def activity(request: ProjectRequest) -> HttpResponse:
    project, since = request.access.project, Since.of(request)
    voice = request.GET.get("voice", "")
    what = request.GET.get("what", "")
    context: dict[str, Any] = {
        "since": since,
        "voice": voice if voice in VOICES else "",
        "what": what if what in dict(FILTERS) else "",
        "filters": FILTERS,
    }
    if changed := since.changed(project):
        context["changed"] = changed
        return render(request, "workspace/activity.html", context)
    after = Cursor.parse(request.GET.get("after", ""))
    told = timeline(project, after=after, voice=voice, what=context["what"])
    context |= {"timeline": told, "after": after}
    return page_or_fragment(
        request,
        "workspace/activity.html",
        "workspace/_days.html",
        context,
        status=since.status,
    )
