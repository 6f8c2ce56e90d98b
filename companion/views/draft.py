"""Confirm: the words and what they are about, side by side, both to be corrected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from companion.access import get_draft
from companion.metamodel import Provenance
from companion.models import Draft
from companion.naming import Proposed
from companion.services.adopting import occasion_of
from companion.services.confirm import confirm
from companion.services.drafts import discard, redraft
from companion.services.showing import counts_of, subjects_of
from companion.services.subjects import Chosen
from memory.errors import CameTooLate, InvalidInput, NotFound
from memory.http import STATUS, ProjectRequest, project_page
from memory.roles import Role

SUGGESTED = 50


@dataclass
class Typed:
    text: str
    subject: str
    provenance: str
    errors: dict[str, str] = field(default_factory=dict)
    problem: CameTooLate | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@project_page(Role.CONTRIBUTOR)
def draft(request: ProjectRequest, ref: str) -> HttpResponse:
    found = get_draft(request.access.project, request.user, ref)
    if request.method == "POST":
        return _sent(request, found)
    if found.entry is not None:
        return _to_entry(request, found)
    return _show(request, found, _beginning(found))


def _sent(request: ProjectRequest, found: Draft) -> HttpResponse:
    given = request.POST
    typed = Typed(
        given.get("text", ""), given.get("subject", "").strip(), given.get("provenance", "")
    )
    if "discard" in given:
        discard(found, by=request.user)
        messages.success(request, "Discarded. Nothing of it was kept.")
        return HttpResponseRedirect(_home(request), status=303)
    if pick := given.get("pick"):
        typed.subject = pick
        return _show(request, found, typed)
    try:
        if "again" in given:
            redraft(found, typed.text, by=request.user, provenance=typed.provenance)
            return HttpResponseRedirect(request.path, status=303)
        return _confirmed(request, found, typed)
    except InvalidInput as problem:
        typed.errors = problem.fields
        return _show(request, found, typed, status=422)
    except CameTooLate as problem:
        typed.problem = problem
        return _show(request, found, typed, status=STATUS[problem.code])


def _confirmed(request: ProjectRequest, found: Draft, typed: Typed) -> HttpResponse:
    done = confirm(
        found,
        by=request.user,
        token=request.POST.get("token", ""),
        text=typed.text,
        subject=Chosen(label=typed.subject),
        provenance=typed.provenance,
    )
    if not done.repeated:
        messages.success(request, "Kept, word for word. It is read next, beside your work.")
    where = reverse("companion:entry", args=[request.access.project.slug, done.entry.label])
    return HttpResponseRedirect(where, status=303)


def _beginning(found: Draft) -> Typed:
    choice = Proposed.load(found.proposed).choice
    suggested = occasion_of(found)
    label = choice.label if choice else suggested.about if suggested else ""
    return Typed(found.text, label, found.provenance)


def _show(
    request: ProjectRequest, found: Draft, typed: Typed, *, status: int = 200
) -> HttpResponse:
    project, proposed = request.access.project, Proposed.load(found.proposed)
    subjects = subjects_of(project)
    told = {subject.label: subject.told for subject in subjects}
    context: dict[str, Any] = {
        "draft": found,
        "typed": typed,
        "proposed": proposed,
        "others": [
            {"label": one.label, "told": told.get(one.label, 0)}
            for one in ([proposed.choice] if proposed.choice else []) + [*proposed.alternatives]
            if one.label != typed.subject
        ],
        "subjects": subjects[:SUGGESTED],
        "provenances": list(Provenance),
        "has_expired": found.has_expired(timezone.now()),
        "suggested": occasion_of(found),
        "counts": counts_of(project),
    }
    return render(request, "companion/draft.html", context, status=status)


def _to_entry(request: ProjectRequest, found: Draft) -> HttpResponse:
    if found.entry is None:
        raise NotFound("The entry")
    where = reverse("companion:entry", args=[request.access.project.slug, found.entry.label])
    return HttpResponseRedirect(where)


def _home(request: ProjectRequest) -> str:
    return reverse("companion:home", args=[request.access.project.slug])
