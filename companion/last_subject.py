"""Which subject a person's session was last about, in each project: kept in the session alone."""

from typing import Any

from companion.models import Subject
from memory.http import ProjectRequest
from memory.models import Project

KEY = "companion.subjects"


def remember(session: Any, project: Project, subject_id: str) -> None:
    """`session` is a request's. Nothing is written where nothing changes."""
    known = session.get(KEY, {})
    if known.get(project.slug) != subject_id:
        session[KEY] = known | {project.slug: subject_id}


def last_subject(session: Any, project: Project) -> str:
    return str(session.get(KEY, {}).get(project.slug, ""))


def is_about(request: ProjectRequest, subject: Subject) -> None:
    """Said by a page: its tools are about the subject, and so is the session from now on."""
    request.subject_id = subject.subject_id
    remember(request.session, request.access.project, subject.subject_id)
