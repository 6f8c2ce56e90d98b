"""One proposal on one screen, and the two decisions that a click can make there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone

from memory.access import Access, get_access
from memory.admin.overseen import address_of
from memory.admin.site import site
from memory.errors import CameTooLate, Forbidden, InvalidInput, NoChange, PreviouslyRejected
from memory.http import STATUS
from memory.models import User
from memory.roles import Confirmation, Role
from proposals.access import get_proposal
from proposals.forms import Decision
from proposals.models import Proposal
from proposals.notices import Notice, notice_of, stale_notice
from proposals.services import review
from proposals.services.reading import read, since
from proposals.states import Status

REFUSALS = (CameTooLate, NoChange, PreviouslyRejected, Forbidden)
ELSEWHERE = Notice(
    "This project asks for more than a click",
    "Nothing was approved. Approve it on the proposal's own page, which asks for the rest.",
)
INCOMPLETE = Notice("This form was not complete", "Read it again, then send it once more.")
GONE = Notice("This could not be done", "Read where it stands now.")


@dataclass(frozen=True, slots=True)
class Verb:
    name: str
    act: Callable[[User, Proposal, dict[str, Any]], Proposal]
    said: str
    did: str


def _approve(by: User, proposal: Proposal, typed: dict[str, Any]) -> Proposal:
    return review.approve(proposal, by=by, revision=typed["revision"], note=typed["note"])


def _reject(by: User, proposal: Proposal, typed: dict[str, Any]) -> Proposal:
    return review.reject(proposal, by=by, revision=typed["revision"], reason=typed["note"])


APPROVE = Verb(
    "approve",
    _approve,
    "You approved exactly these words. Nothing else can be applied.",
    "approved",
)
REJECT = Verb("reject", _reject, "Rejected. The reason goes back to who proposed it.", "rejected")
VERBS = {verb.name: verb for verb in (APPROVE, REJECT)}


def takes_more_than_a_click(access: Access) -> bool:
    return access.project.policy.confirm_with != Confirmation.CLICK


def decide(request: HttpRequest, proposal: Proposal, verb: Verb) -> HttpResponse:
    here = address_of(proposal, "public_id")
    if request.method != "POST":
        return HttpResponseRedirect(here)
    access, form = _access(request, proposal), Decision(request.POST)

    def again(status: int, notice: Notice | None = None) -> HttpResponse:
        return show(request, proposal, status=status, sent=(verb, form), notice=notice)

    if verb is APPROVE and takes_more_than_a_click(access):
        return again(409, ELSEWHERE)
    if not form.is_valid():
        return again(422, INCOMPLETE if "revision" in form.errors else None)
    try:
        outcome = verb.act(access.user, proposal, form.cleaned_data)
    except InvalidInput as problem:
        form.take(problem)
        return again(422)
    except REFUSALS as problem:
        now = get_proposal(access.project, str(proposal.public_id))
        notice = notice_of(problem, now, access, timezone.now())
        if isinstance(seen := problem.data.get("seen"), int):
            notice = replace(notice, since=since(now, seen))
        return again(STATUS[problem.code], notice)
    if outcome.status == Status.STALE:
        return again(409, stale_notice(verb.did))
    messages.success(request, verb.said)
    return HttpResponseRedirect(here, status=303)


def show(
    request: HttpRequest,
    proposal: Proposal,
    *,
    status: int = 200,
    sent: tuple[Verb, Decision] | None = None,
    notice: Notice | None = None,
) -> HttpResponse:
    """As it stands now. What was typed stays in its form, or is given back where that is gone."""
    access = _access(request, proposal)
    request.access = access  # type: ignore[attr-defined] # pieces of the project's pages ask for it
    proposal = get_proposal(access.project, str(proposal.public_id))
    against_now = request.GET.get("compare") == "now"
    all_changes = request.GET.get("changes") == "all"
    reading = read(access, proposal, against_now=against_now, all_changes=all_changes)
    elsewhere = takes_more_than_a_click(access)
    offered = {APPROVE: reading.may.approve and not elsewhere, REJECT: reading.may.reject}
    forms = {verb: _form(verb, proposal) for verb, may in offered.items() if may}
    if sent is not None:
        verb, form = sent
        if verb in forms:
            forms[verb] = _form(verb, proposal, form)
        elif typed := str(form.data.get("note") or "").strip():
            notice = replace(notice or GONE, typed=[("Note", typed)])
    context = {
        **site.each_context(request),
        "title": proposal.label,
        "it": reading,
        "proposal": proposal,
        "against_now": against_now,
        "here": address_of(proposal, "public_id"),
        "on_its_page": reverse("proposals:detail", args=[access.project.slug, proposal.label]),
        "elsewhere": elsewhere,
        "asks_password": elsewhere,
        "notice": notice,
        "approve_form": forms.get(APPROVE),
        "reject_form": forms.get(REJECT),
    }
    return TemplateResponse(
        request, "admin/proposals/proposal/change_form.html", context, status=status
    )


def _access(request: HttpRequest, proposal: Proposal) -> Access:
    return get_access(request.user, proposal.project.slug, Role.REVIEWER)


def _form(verb: Verb, proposal: Proposal, sent: Decision | None = None) -> Decision:
    """For the revision that the page shows now, with what was typed for the one before."""
    shown: dict[str, Any] = {"revision": proposal.revision}
    if sent is None:
        return Decision(initial=shown, auto_id=f"{verb.name}-%s")
    form = Decision({**dict(sent.data.items()), **shown}, auto_id=f"{verb.name}-%s")
    form.full_clean()
    for reason in sent.errors.get("note", []):
        if reason not in form.errors.get("note", []):
            form.add_error("note", reason)
    return form
