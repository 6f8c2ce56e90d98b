"""The guided demo: its state as a page, and whether it is shown beside the others."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from memory.http import ProjectRequest, project_page
from waggle_site.guide import showing
from waggle_site.guide.begin import begin_guide
from waggle_site.guide.telling import guide_for


@project_page()
def page(request: ProjectRequest) -> HttpResponse:
    project = request.access.project
    context = {
        "guide": guide_for(project, request.user),
        "has_left": showing.has_left(request, project),
    }
    return render(request, "guide/page.html", context)


@require_POST
@project_page()
def start(request: ProjectRequest) -> HttpResponse:
    """Goes on with the guide of this project, or begins one."""
    project = request.access.project
    if guide_for(project, request.user) is None:
        begin_guide(project, by=request.user)
    showing.come_back(request, project)
    return redirect("workspace:home", project.slug)


@require_POST
@project_page()
def leave(request: ProjectRequest) -> HttpResponse:
    """What was done stays, and the guide can be gone on with."""
    showing.leave(request, request.access.project)
    return redirect("workspace:home", request.access.project.slug)
