from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from companion.access import get_subject
from companion.last_subject import is_about
from companion.services.showing import counts_of, entries_of, subjects_of
from memory.http import ProjectRequest, project_page
from memory.numbers import parse_number


@project_page()
def subjects(request: ProjectRequest) -> HttpResponse:
    project = request.access.project
    context = {"subjects": subjects_of(project), "counts": counts_of(project)}
    return render(request, "companion/subjects.html", context)


@project_page()
def subject(request: ProjectRequest, subject_id: str) -> HttpResponse:
    project = request.access.project
    found = get_subject(project, subject_id)
    is_about(request, found)
    before = parse_number(request.GET.get("before", ""))
    page, older = entries_of(project, about=found, before=before)
    context = {
        "subject": found,
        "entries": page,
        "before": older,
        "counts": counts_of(project),
    }
    return render(request, "companion/subject.html", context)
