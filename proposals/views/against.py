from django.http import HttpResponse
from django.shortcuts import render

from memory.http import ProjectRequest, project_page
from memory.numbers import parse_number
from proposals.access import get_proposal
from proposals.services.beside import AT_ONCE, beside


@project_page()
def against(request: ProjectRequest, ref: str) -> HttpResponse:
    """A batch beside what is in force, some of its changes at a time."""
    proposal = get_proposal(request.access.project, ref)
    start = parse_number(request.GET.get("after", "")) or 0
    found = beside(proposal, start=start, size=AT_ONCE)
    return render(request, "proposals/against.html", {"proposal": proposal, "beside": found})
