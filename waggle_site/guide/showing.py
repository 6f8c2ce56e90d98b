"""Whether the guide is shown beside the pages: this browser's choice, no part of its state."""

from django.http import HttpRequest

from memory.models import Project

LEFT = "left guides"


def has_left(request: HttpRequest, project: Project) -> bool:
    return project.slug in request.session.get(LEFT, [])


def leave(request: HttpRequest, project: Project) -> None:
    request.session[LEFT] = sorted({*request.session.get(LEFT, []), project.slug})


def come_back(request: HttpRequest, project: Project) -> None:
    request.session[LEFT] = [slug for slug in request.session.get(LEFT, []) if slug != project.slug]
