"""A person's decisions: each a form that is posted, each answered in words whatever came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from memory.errors import (
    CameTooLate,
    Forbidden,
    InvalidInput,
    NoChange,
    PreviouslyRejected,
    Problem,
)
from memory.http import STATUS, ProjectRequest, project_page, wants_fragment
from proposals.access import get_proposal
from proposals.forms import Step
from proposals.models import Proposal
from proposals.notices import Notice, notice_of, reopened_notice, stale_notice
from proposals.services.reading import since
from proposals.states import Status
from proposals.views import verbs
from proposals.views.page import back_to, page_of, show
from proposals.views.verbs import Verb
from proposals.views.walk import carried

TOO_LATE = (CameTooLate, NoChange, PreviouslyRejected)


def decide(request: ProjectRequest, ref: str, *, verb: Verb) -> HttpResponse:
    proposal = get_proposal(request.access.project, ref)
    if request.method != "POST":
        return HttpResponseRedirect(f"{page_of(proposal)}{carried(request)}")
    request.access.require(verb.needed)
    form = verb.form(request.POST)
    if not form.is_valid():
        return _invalid(request, proposal, verb, form)
    try:
        outcome = verb.act(request.user, proposal, form)
    except InvalidInput as problem:
        form.take(problem)
        return _invalid(request, proposal, verb, form)
    except (*TOO_LATE, Forbidden) as problem:
        return _refused(request, ref, verb, form, problem)
    if notice := _came_to_nothing(outcome, verb):
        return _keep(request, ref, verb, form, notice, status=409)
    messages.success(request, verb.said)
    if wants_fragment(request):
        return show(request, get_proposal(request.access.project, ref))
    there = back_to(request) or f"{page_of(outcome)}{carried(request)}"
    return HttpResponseRedirect(there, status=303)


def _invalid(request: ProjectRequest, proposal: Proposal, verb: Verb, form: Step) -> HttpResponse:
    notice = None
    if "revision" in form.errors or form.non_field_errors():
        notice = Notice("This form was not complete", "Read it again, then send it once more.")
        form = _renewed(form, proposal)
    return show(request, proposal, status=422, panel=verb.panel_for(form), form=form, notice=notice)


def _refused(
    request: ProjectRequest, ref: str, verb: Verb, form: Step, problem: Problem
) -> HttpResponse:
    proposal = get_proposal(request.access.project, ref)
    notice = notice_of(problem, proposal, request.access, timezone.now())
    seen = problem.data.get("seen")
    if isinstance(seen, int):
        notice = replace(notice, since=since(proposal, seen))
    return _keep(request, ref, verb, form, notice, status=STATUS[problem.code])


def _keep(
    request: ProjectRequest, ref: str, verb: Verb, form: Step, notice: Notice, *, status: int
) -> HttpResponse:
    """The page as it is now, and what was typed: in its form where that can still be sent."""
    proposal = get_proposal(request.access.project, ref)
    panel = verb.panel_for(form)
    if proposal.status == Status.PENDING and panel in ("edit", "revise"):
        form = _renewed(form, proposal)
        return show(request, proposal, status=status, panel=panel, form=form, notice=notice)
    return show(request, proposal, status=status, form=form, notice=notice)


def _renewed(form: Step, proposal: Proposal) -> Step:
    """What was typed, to be sent for the revision that the page now shows."""
    return type(form)({**dict(form.data.items()), "revision": str(proposal.revision)})


def _came_to_nothing(outcome: Proposal, verb: Verb) -> Notice | None:
    if outcome.status == Status.STALE:
        return stale_notice(verb.did)
    if outcome.status == Status.PENDING and verb.did == "applied":
        return reopened_notice()
    return None


def _view(verb: Verb) -> Callable[..., HttpResponseBase]:
    guarded = project_page()(cast(Any, partial(decide, verb=verb)))
    return require_http_methods(["GET", "HEAD", "POST"])(guarded)


approve = _view(verbs.APPROVE)
reject = _view(verbs.REJECT)
revise = _view(verbs.REVISE)
withdraw = _view(verbs.WITHDRAW)
revoke = _view(verbs.REVOKE)
apply = _view(verbs.APPLY)
lift = _view(verbs.LIFT)
