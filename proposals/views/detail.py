from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from memory.http import ProjectRequest, project_page, wants_fragment
from memory.numbers import parse_number
from proposals.access import get_proposal
from proposals.models import Proposal
from proposals.notices import Notice, words_changed
from proposals.services.glance import glance
from proposals.services.reading import read, since
from proposals.views.page import back_to, confirm, edited, page_of, show


@project_page()
def detail(request: ProjectRequest, ref: str) -> HttpResponse:
    """The whole page; for the inbox a short look at it, for a card the step that decides."""
    proposal = get_proposal(request.access.project, ref)
    if "peek" in request.GET and wants_fragment(request):
        return render(request, "proposals/_peek.html", {"it": glance(request.access, proposal)})
    notice = moved_on(proposal, request.GET.get("revision", ""))
    if wants_fragment(request) and back_to(request):
        return confirm(request, proposal, request.GET.get("do", ""), is_old=notice is not None)
    return show(request, proposal, panel=request.GET.get("do", ""), notice=notice)


def moved_on(proposal: Proposal, seen: str) -> Notice | None:
    """For a page that was opened to edit one revision and is asked for again."""
    revision = parse_number(seen)
    if revision is None or revision == proposal.revision:
        return None
    return words_changed(since(proposal, revision))


@require_http_methods(["GET", "HEAD", "POST"])
@project_page()
def compare(request: ProjectRequest, ref: str) -> HttpResponse:
    """What a text that is being written would change. Posted for its length; it stores nothing."""
    proposal = get_proposal(request.access.project, ref)
    if request.method != "POST":
        return HttpResponseRedirect(page_of(proposal))
    reading = read(request.access, proposal)
    context = {"edited": edited(reading, request.POST.get("content"))}
    return render(request, "proposals/_diffs.html", context)
