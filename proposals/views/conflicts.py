"""Memories that speak against each other, and a person's choice between them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from memory.authority import Instant
from memory.errors import InvalidInput, Problem
from memory.http import STATUS, ProjectRequest, project_page
from memory.roles import Confirmation, Role
from proposals.forms import Resolving
from proposals.services.conflicts import standing_conflicts
from proposals.services.gesture import Said, decides_at_once
from proposals.services.noting import count_uncompared
from proposals.services.resolve import resolve

MOST = 50


@require_http_methods(["GET", "HEAD", "POST"])
@project_page()
def conflicts(request: ProjectRequest) -> HttpResponse:
    if request.method != "POST":
        return _show(request)
    request.access.require(Role.REVIEWER)
    form = Resolving(request.POST)
    if not form.is_valid():
        return _show(request, form, status=422)
    given = form.cleaned_data
    try:
        said = resolve(
            request.access.project,
            given["conflict"],
            given["choice"],
            by=request.user,
            content=given["content"],
            password=given["password"],
        )
    except InvalidInput as problem:
        form.take(problem)
        return _show(request, form, status=422)
    except Problem as problem:
        return _show(request, form, problem=problem, status=STATUS[problem.code])
    messages.success(request, _told(said))
    here = reverse("proposals:conflicts", args=[request.access.project.slug])
    return HttpResponseRedirect(here, status=303)


def _told(said: Said) -> str:
    if said.is_applied:
        return f"Resolved by {said.proposal.label}."
    return f"Proposed as {said.proposal.label}. It waits for a reviewer."


def _show(
    request: ProjectRequest,
    form: Resolving | None = None,
    *,
    problem: Problem | None = None,
    status: int = 200,
) -> HttpResponse:
    project = request.access.project
    found = standing_conflicts(project, Instant.now(), limit=MOST)
    policy = project.policy
    context: dict[str, Any] = {
        "found": [(one, _form_of(one.conflict.pk, form)) for one in found],
        "lost": form.data.get("content", "") if form and not _is_there(form, found) else "",
        "problem": problem,
        "uncompared": count_uncompared(project),
        "asks_password": decides_at_once(request.access, policy)
        and policy.confirm_with == Confirmation.PASSWORD,
    }
    return render(request, "proposals/conflicts.html", context, status=status)


def _is_there(form: Resolving, found: Any) -> bool:
    return any(str(one.conflict.pk) == str(form.data.get("conflict")) for one in found)


def _form_of(pk: int, sent: Resolving | None) -> Resolving:
    """What was sent, in its place; everywhere else an empty form."""
    if sent is not None and str(sent.data.get("conflict")) == str(pk):
        sent.auto_id = f"conflict-{pk}-%s"
        return sent
    return Resolving(initial={"conflict": pk}, auto_id=f"conflict-{pk}-%s")
