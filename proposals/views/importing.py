"""An owner's page for files: sent, looked at, and only then brought in."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from memory import limits
from memory.errors import InvalidInput, Problem
from memory.http import STATUS, ProjectRequest, project_page
from memory.models import Project
from memory.roles import Role
from proposals.lines.kinds_of_file import IN_WORDS
from proposals.lines.told import Unreadable
from proposals.models import Upload
from proposals.services.bring_upload import bring_upload
from proposals.services.gesture import decides_with_a_click
from proposals.services.preview import preview
from proposals.services.uploads import (
    MEGABYTE,
    TOO_LARGE,
    brought_by,
    discard,
    get_upload,
    keep,
    lines_in,
    waiting_upload,
)


@require_http_methods(["GET", "HEAD", "POST"])
@project_page(Role.OWNER)
def send(request: ProjectRequest) -> HttpResponse:
    if request.method != "POST":
        return _form(request)
    project, file = request.access.project, request.FILES.get("file")
    if file is None:
        large = int(request.META.get("CONTENT_LENGTH") or 0) > limits.UPLOAD_BYTES
        return _form(request, TOO_LARGE if large else "is missing; choose one", large=large)
    try:
        upload = keep(project, by=request.user, name=str(file.name), pieces=file.chunks())
    except InvalidInput as problem:
        return _form(request, problem.fields["file"])
    return HttpResponseRedirect(_page_of(upload), status=303)


def _form(request: ProjectRequest, reason: str = "", *, large: bool = False) -> HttpResponse:
    context = {
        "reason": reason,
        "waiting": waiting_upload(request.access.project, request.user),
        "formats": IN_WORDS.values(),
        "megabytes": limits.UPLOAD_BYTES // MEGABYTE,
        "lines": limits.UPLOAD_LINES,
        "minutes": int(limits.UPLOAD_KEPT.total_seconds() // 60),
    }
    status = 413 if large else 422 if reason else 200
    return render(request, "proposals/import.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@project_page(Role.OWNER)
def look(request: ProjectRequest, ref: UUID) -> HttpResponse:
    upload = get_upload(request.access.project, request.user, ref)
    if upload.is_done:
        return _done(request, upload)
    if request.method != "POST":
        return _look(request, upload, request.GET.get("only", ""))
    if request.POST.get("do") == "discard":
        discard(upload)
        messages.success(request, "Put away. Nothing of it was brought in.")
        return HttpResponseRedirect(_sending(upload.project), status=303)
    return _bring(request, upload, request.POST.get("only", ""))


def _bring(request: ProjectRequest, upload: Upload, only: str) -> HttpResponse:
    try:
        bring_upload(upload, by=request.user, only=only)
    except Unreadable:
        return _look(request, upload, only)
    except Problem as problem:
        return _look(request, upload, only, problem)
    return HttpResponseRedirect(_page_of(upload), status=303)


def _look(
    request: ProjectRequest, upload: Upload, only: str, problem: Problem | None = None
) -> HttpResponse:
    access = request.access
    context: dict[str, Any] = {"upload": upload, "only": only, "problem": problem}
    status = STATUS[problem.code] if problem else 200
    try:
        lines = lines_in(upload, only=only)
        context |= {"it": preview(access.project, lines), "format": IN_WORDS[lines.format]}
    except Unreadable as error:
        context["unreadable"] = str(error)
        status = 422
    context["at_once"] = decides_with_a_click(access, access.project.policy)
    return render(request, "proposals/import_preview.html", context, status=status)


def _done(request: ProjectRequest, upload: Upload) -> HttpResponse:
    if request.method == "POST":
        return HttpResponseRedirect(_page_of(upload), status=303)
    context = {"upload": upload, "batches": brought_by(upload)}
    return render(request, "proposals/import_done.html", context)


def _page_of(upload: Upload) -> str:
    return reverse("proposals:import_look", args=[upload.project.slug, upload.public_id])


def _sending(project: Project) -> str:
    return reverse("proposals:import", args=[project.slug])
