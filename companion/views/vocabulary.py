from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from companion.access import get_subject
from companion.last_subject import is_about
from companion.services.showing import counts_of, subjects_of
from companion.services.statements import statements_of
from companion.services.vocabulary import steady, version_of
from memory import limits
from memory.http import ProjectRequest, project_page


@project_page()
def vocabulary(request: ProjectRequest) -> HttpResponse:
    project, given = request.access.project, request.GET
    subjects = subjects_of(project)
    named = given.get("subject", "")
    subject = get_subject(project, named) if named else next(iter(subjects), None)
    if subject:
        is_about(request, subject)
    after = given.get("after", "")[: limits.RELATION_ID]
    statements, following, version = (
        steady(subject, lambda: (*statements_of(subject, after=after), version_of(subject)))
        if subject
        else ([], None, "")
    )
    context = {
        "subjects": subjects,
        "subject": subject,
        "statements": statements,
        "following": following,
        "version": version,
        "counts": counts_of(project),
    }
    return render(request, "companion/vocabulary.html", context)
