"""The one step from a proposal that was overtaken to one on the version of now."""

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from memory.errors import CameTooLate, Forbidden, InvalidInput, NoChange, PreviouslyRejected
from memory.http import STATUS, ProjectRequest, project_page
from memory.roles import Role
from proposals.access import get_proposal
from proposals.models import Proposal
from proposals.notices import notice_of
from proposals.services.again import propose_again
from proposals.views.page import page_of, show

TOLD = (CameTooLate, Forbidden, NoChange, PreviouslyRejected)


@require_http_methods(["GET", "HEAD", "POST"])
@project_page()
def again(request: ProjectRequest, ref: str) -> HttpResponse:
    proposal = get_proposal(request.access.project, ref)
    if request.method != "POST":
        return HttpResponseRedirect(page_of(proposal))
    request.access.require(Role.CONTRIBUTOR)
    try:
        carried = propose_again(proposal, by=request.user)
    except InvalidInput:
        carried = None
    except TOLD as problem:
        proposal = get_proposal(request.access.project, ref)
        notice = notice_of(problem, proposal, request.access, timezone.now())
        return show(request, proposal, status=STATUS[problem.code], notice=notice)
    if carried is None:
        return HttpResponseRedirect(_form_of(proposal), status=303)
    new = carried.proposal
    said = "was there already" if carried.duplicate else "is a new proposal on the version of now"
    messages.success(request, f"{new.label} {said}. It waits for a reviewer.")
    return HttpResponseRedirect(page_of(new), status=303)


def _form_of(proposal: Proposal) -> str:
    """Where a person writes what no rule could put together."""
    return f"{reverse('proposals:new', args=[proposal.project.slug])}?again={proposal.label}"
