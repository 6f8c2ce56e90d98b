"""Several proposals at once, looked at before anything is done. There is no way here to approve."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from memory.errors import InvalidInput
from memory.http import ProjectRequest, project_page
from memory.numbers import parse_number
from memory.roles import Role
from proposals.forms import Triage
from proposals.models import Proposal
from proposals.models.proposal import ProposalQuerySet
from proposals.services.inbox import for_lists
from proposals.services.narrowing import NOBODY
from proposals.services.triage import Chosen, Outcome, assign_each, reject_each
from proposals.services.turns import Turns
from proposals.views.effects import ASSIGN, REJECT, Plan, item
from proposals.views.viewed import Viewed

MOST = 100
NOBODY_CHOSEN = "Choose whom to assign them to. Nothing was done."
NOTHING_CHOSEN = "Choose some proposals first. Nothing was done."


@require_http_methods(["GET", "HEAD", "POST"])
@project_page(Role.REVIEWER)
def triage(request: ProjectRequest) -> HttpResponse:
    is_sent = request.method == "POST"
    given = request.POST if is_sent else request.GET
    turns, viewed = Turns(request.access), Viewed.of(given, request.access)
    plan = _plan(turns, given)
    if plan is None:
        return _back(request, viewed, NOBODY_CHOSEN)
    if is_sent:
        return _send(request, viewed, turns, plan)
    rows = viewed.rows(turns).pending() if given.get("all") else _named(turns, given)
    return _look(request, viewed, turns, plan, rows)


def _plan(turns: Turns, given: QueryDict) -> Plan | None:
    verb, name = given.get("do"), given.get("to", "")
    if verb == REJECT:
        return Plan(REJECT)
    if verb == ASSIGN and name == NOBODY:
        return Plan(ASSIGN)
    person = next((one for one in turns.reviewers.values() if one.username == name), None)
    return Plan(ASSIGN, person) if verb == ASSIGN and person else None


def _named(turns: Turns, given: QueryDict) -> ProposalQuerySet:
    numbers = [number for ref, _ in _chosen(given) if (number := parse_number(ref[2:])) is not None]
    return Proposal.objects.in_project(turns.project).filter(number__in=numbers)


def _chosen(given: QueryDict) -> list[Chosen]:
    """As `P-0141`, or as `P-0141:1` with the revision that was seen."""
    parts = (one.partition(":") for one in given.getlist("chosen")[:MOST])
    return [(ref, parse_number(seen) or 0) for ref, _, seen in parts]


def _look(
    request: ProjectRequest,
    viewed: Viewed,
    turns: Turns,
    plan: Plan,
    rows: ProposalQuerySet,
    form: Triage | None = None,
) -> HttpResponse:
    items = [item(turns, one, plan) for one in for_lists(rows.order_by("-number"))[:MOST]]
    if not items:
        return _back(request, viewed, NOTHING_CHOSEN)
    context = {
        "viewed": viewed,
        "plan": plan,
        "possible": [one for one in items if not one.why_not],
        "impossible": [one for one in items if one.why_not],
        "most": MOST,
        "left_out": rows.count() - len(items),
        "form": form or Triage(),
    }
    answer = render(request, "proposals/triage.html", context, status=422 if form else 200)
    if form:
        answer["HX-Push-Url"] = "false"
    return answer


def _send(request: ProjectRequest, viewed: Viewed, turns: Turns, plan: Plan) -> HttpResponse:
    chosen, by = _chosen(request.POST), request.user
    if not plan.is_rejection:
        outcomes = assign_each(turns.project, chosen, by=by, to=plan.to)
        return _tell(request, viewed, plan, outcomes)
    form = Triage(request.POST)
    try:
        if form.is_valid():
            reason = form.cleaned_data["note"]
            outcomes = reject_each(turns.project, chosen, by=by, reason=reason)
            return _tell(request, viewed, plan, outcomes)
    except InvalidInput as problem:
        form.take(problem)
    return _look(request, viewed, turns, plan, _named(turns, request.POST), form)


def _tell(
    request: ProjectRequest, viewed: Viewed, plan: Plan, outcomes: Sequence[Outcome]
) -> HttpResponse:
    """Every one by name, those that were refused first."""
    if not outcomes:
        return _back(request, viewed, NOTHING_CHOSEN)
    context = {
        "viewed": viewed,
        "plan": plan,
        "done": [one for one in outcomes if not one.refused],
        "refused": [one for one in outcomes if one.refused],
    }
    status = 200 if context["done"] else 409
    answer = render(request, "proposals/triage_done.html", context, status=status)
    answer["HX-Push-Url"] = "false"
    return answer


def _back(request: ProjectRequest, viewed: Viewed, why: str) -> HttpResponse:
    messages.warning(request, why)
    inbox = reverse("proposals:inbox", args=[request.access.project.slug])
    return HttpResponseRedirect(f"{inbox}{viewed.address()}", status=303)
