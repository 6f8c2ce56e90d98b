"""Capture: one large box, and what is under way."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from companion.metamodel import Provenance
from companion.services.adopting import Occasion, occasion
from companion.services.drafts import draft, waiting
from companion.services.showing import RECENT, counts_of, entries_of
from memory.errors import InvalidInput
from memory.http import ProjectRequest, project_page
from memory.roles import Role


@require_http_methods(["GET", "HEAD", "POST"])
@project_page()
def home(request: ProjectRequest) -> HttpResponse:
    given = request.POST if request.method == "POST" else request.GET
    suggested = occasion(request.access.project, given.get("adopt", ""))
    if request.method == "POST":
        return _captured(request, suggested)
    return _show(request, suggested)


def _captured(request: ProjectRequest, suggested: Occasion | None) -> HttpResponse:
    request.access.require(Role.CONTRIBUTOR)
    text = request.POST.get("text", "")
    try:
        made = draft(
            request.access.project,
            text,
            by=request.user,
            provenance=Provenance.SPEAKER_INFERENCE if suggested else "",
            suggested_by=suggested.stored if suggested else None,
        )
    except InvalidInput as problem:
        return _show(request, suggested, text=text, errors=problem.fields, status=422)
    where = reverse("companion:draft", args=[request.access.project.slug, made.public_id])
    return HttpResponseRedirect(where, status=303)


def _show(
    request: ProjectRequest, suggested: Occasion | None, *, status: int = 200, **typed: Any
) -> HttpResponse:
    project = request.access.project
    recent, more = entries_of(project, size=RECENT)
    context = {
        "text": "",
        "errors": {},
        "suggested": suggested,
        "recent": recent,
        "has_more": more is not None,
        "counts": counts_of(project),
        "drafts": waiting(project, request.user) if request.access.may(Role.CONTRIBUTOR) else [],
        **typed,
    }
    return render(request, "companion/home.html", context, status=status)
