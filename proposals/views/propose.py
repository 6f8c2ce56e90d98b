"""A person's own "add", "edit" and "retire": the same door, at once where policy allows it."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from memory import limits
from memory.access import Access, get_memory
from memory.authority import Instant
from memory.errors import (
    Forbidden,
    InvalidInput,
    NoChange,
    NotAuthoritative,
    NotFound,
    PreviouslyRejected,
    Problem,
    RateLimited,
)
from memory.http import STATUS, ProjectRequest, page_or_fragment, project_page, wants_fragment
from memory.kinds import Kind
from memory.models import Memory, Project
from memory.roles import Confirmation, Role
from memory.services.lineage import to_be_changed
from memory.times import iso, parse_instant
from proposals.access import get_proposal
from proposals.changes import NEVER, Asked
from proposals.comparing import Compared
from proposals.forms import WORDS, Proposing
from proposals.models import Proposal
from proposals.services.again import carry_over
from proposals.services.gesture import Said, decides_at_once, say
from proposals.states import Operation, Status

AGAIN = (*WORDS, "valid_from", "valid_until", "reason")
ASKABLE = (Operation.CREATE, Operation.UPDATE, Operation.RETIRE)
TOLD_IN_PLACE = (
    NoChange,
    NotAuthoritative,
    PreviouslyRejected,
    RateLimited,
    NotFound,
    Forbidden,
)
"""Answered on the form, with all that was typed."""


@require_http_methods(["GET", "HEAD", "POST"])
@project_page(Role.CONTRIBUTOR)
def new(request: ProjectRequest) -> HttpResponse:
    if request.method == "POST":
        return _sent(request)
    beginning = _beginning(request) | {"key": secrets.token_urlsafe(16)}
    return _show(request, Proposing(initial=beginning))


def _sent(request: ProjectRequest) -> HttpResponse:
    form = Proposing(request.POST)
    is_preview = "preview" in request.POST
    refused = 200 if is_preview else 422
    if not form.is_valid():
        return _show(request, form, status=refused)
    try:
        target = _target(request.access, form)
        asked = form.asked(target.tags if target else ())
        if is_preview:
            return _show(request, form, preview=_compared(asked, target))
        said = say(
            request.access.project,
            asked,
            by=request.user,
            key=form.cleaned_data["key"],
            again_of=_carried_from(request.access, form),
            password=form.cleaned_data["password"],
        )
    except InvalidInput as problem:
        form.take(problem)
        return _show(request, form, status=refused)
    except TOLD_IN_PLACE as problem:
        return _show(request, form, problem=problem, status=STATUS[problem.code])
    messages.success(request, _told(said))
    return HttpResponseRedirect(_where(request.access, said), status=303)


def _told(said: Said) -> str:
    if said.is_applied:
        is_retired = said.proposal.operation == Operation.RETIRE
        return (
            "Retired. Agents are told it no more."
            if is_retired
            else ("Recorded. Agents are told this from now on.")
        )
    if said.is_repeat:
        return f"{said.proposal.label} says the same already. Your reason is kept beside it."
    return f"Proposed as {said.proposal.label}. It waits for a reviewer."


def _where(access: Access, said: Said) -> str:
    memory = said.proposal.result or said.proposal.target if said.is_applied else None
    if memory is not None:
        return reverse("memory:detail", args=[access.project.slug, memory.label])
    return reverse("proposals:detail", args=[access.project.slug, said.proposal.label])


def _beginning(request: ProjectRequest) -> dict[str, Any]:
    """What the form holds when it opens: a memory's words, or those of an overtaken proposal."""
    given, project = request.GET, request.access.project
    if ref := given.get("again"):
        return _again(project, ref)
    if not (ref := given.get("target")):
        kind = given.get("kind", "")
        return {
            "operation": Operation.CREATE,
            "kind": kind if kind in Kind.values else Kind.DECISION,
            "evidence": given.get("evidence", "")[: limits.REFERENCE],
        }
    memory, is_retirement = get_memory(project, ref), given.get("operation") == Operation.RETIRE
    about = memory if is_retirement else to_be_changed(memory, Instant.now())
    if about.erased_at is not None:
        raise NotFound("The memory")
    if is_retirement:
        return {"operation": Operation.RETIRE, **_words_of(about)}
    words = _earlier(project, given.get("words", ""), about)
    return {"operation": Operation.UPDATE, **_words_of(about), **words}


def _earlier(project: Project, ref: str, of: Memory) -> dict[str, Any]:
    """The words of another version, to be proposed once more: what comes of it is a new version."""
    if not ref:
        return {}
    version = get_memory(project, ref)
    if version.lineage != of.lineage or version.erased_at is not None:
        raise NotFound("The version")
    return {name: getattr(version, name) for name in WORDS}


def _again(project: Project, ref: str) -> dict[str, Any]:
    proposal = get_proposal(project, ref)
    carried = carry_over(proposal, at=timezone.now())
    fields, target = carried.fields, carried.target
    return {
        "again": proposal.label,
        "target": target.label if target else "",
        **{name: fields[name] for name in ("operation", *AGAIN) if name in fields},
        "evidence": ", ".join(fields["evidence_ids"]),
    }


def _words_of(memory: Memory) -> dict[str, Any]:
    ends = memory.valid_until
    return {
        "target": memory.label,
        **{name: getattr(memory, name) for name in WORDS},
        "valid_until": iso(ends) if ends and ends > timezone.now() else "",
    }


def _target(access: Access, form: Proposing) -> Memory | None:
    ref = str(form["target"].value() or "")
    return get_memory(access.project, ref) if ref else None


def _carried_from(access: Access, form: Proposing) -> Proposal | None:
    ref = str(form["again"].value() or "")
    proposal = get_proposal(access.project, ref) if ref else None
    return proposal if proposal and proposal.status == Status.STALE else None


def _compared(asked: Asked, target: Memory | None) -> Compared:
    own = asked.model_dump(include=set(WORDS), exclude_none=True)
    ends = None if asked.valid_until == NEVER else asked.valid_until
    window = {"valid_from": asked.valid_from, "valid_until": ends}
    was = target.words if target else None
    is_retirement = asked.operation == Operation.RETIRE
    return Compared(
        asked.operation, was, None if is_retirement else {**(was or {}), **own, **window}, {}
    )


def _show(
    request: ProjectRequest,
    form: Proposing,
    *,
    status: int = 200,
    problem: Problem | None = None,
    preview: Compared | None = None,
) -> HttpResponse:
    access, operation = request.access, str(form["operation"].value() or Operation.CREATE)
    at_once = decides_at_once(access, access.project.policy)
    context = {
        "form": form,
        "operation": operation if operation in ASKABLE else Operation.CREATE.value,
        "target": _shown_target(access, form),
        "at_once": at_once,
        "asks_password": at_once and access.project.policy.confirm_with == Confirmation.PASSWORD,
        "instants": {name: _instant(form, name) for name in ("valid_from", "valid_until")},
        "problem": problem,
        "preview": preview,
        "is_fragment": wants_fragment(request),
    }
    answer = page_or_fragment(
        request, "proposals/new.html", "proposals/_new.html", context, status=status
    )
    if status >= 400:
        answer["HX-Push-Url"] = "false"
    return answer


def _shown_target(access: Access, form: Proposing) -> Memory | None:
    try:
        return _target(access, form)
    except NotFound:
        return None


def _instant(form: Proposing, name: str) -> datetime | None:
    try:
        return parse_instant(str(form[name].value() or ""))
    except ValueError:
        return None
