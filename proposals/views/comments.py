"""What members say about a proposal: forms that are posted, and answered on its page."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods

from memory.errors import Forbidden, InvalidInput, NoChange, RateLimited
from memory.http import STATUS, ProjectRequest, project_page
from memory.roles import Role
from proposals.access import get_proposal
from proposals.forms import Commenting
from proposals.notices import Notice
from proposals.services import comment as commenting
from proposals.views.page import page_of, show
from proposals.views.walk import carried

SAID = "Your comment is there. No decision covers it."
ASKED = "You asked for a change. It is its proposer's turn now; you may still decide."


@require_http_methods(["GET", "HEAD", "POST"])
@project_page()
def comment(request: ProjectRequest, ref: str) -> HttpResponse:
    proposal = get_proposal(request.access.project, ref)
    if request.method != "POST":
        return HttpResponseRedirect(f"{page_of(proposal)}?comments=all#comments")
    request.access.require(Role.CONTRIBUTOR)
    form = Commenting(request.POST)
    if not form.is_valid():
        return show(request, proposal, status=422, comment=form)
    try:
        new = commenting.comment(
            proposal,
            by=request.user,
            text=form.cleaned_data["text"],
            key=form.cleaned_data["key"],
            asks=form.cleaned_data["asks"],
        )
    except InvalidInput as problem:
        form.take(problem)
        return show(request, proposal, status=422, comment=form)
    except (NoChange, RateLimited, Forbidden) as problem:
        is_kept = isinstance(problem, RateLimited)
        typed = [] if is_kept else [("Comment", form.cleaned_data["text"])]
        notice = Notice("This was not said", problem.message, typed=typed)
        status = STATUS[problem.code]
        return show(request, proposal, status=status, comment=form, notice=notice)
    messages.success(request, ASKED if new.asks else SAID)
    return HttpResponseRedirect(
        f"{page_of(proposal)}{carried(request)}#comment-{new.public_id}", status=303
    )


@require_http_methods(["GET", "HEAD", "POST"])
@project_page()
def remove(request: ProjectRequest, ref: str, comment: UUID) -> HttpResponse:
    proposal = get_proposal(request.access.project, ref)
    if request.method != "POST":
        return HttpResponseRedirect(f"{page_of(proposal)}#comments")
    if commenting.remove_comment(proposal, comment, by=request.user):
        messages.success(request, "Taken away. Its words are gone.")
    return HttpResponseRedirect(
        f"{page_of(proposal)}{carried(request)}#comment-{comment}", status=303
    )
