"""Guarded ways to what a project's Companion holds."""

from uuid import UUID

from companion.models import Draft, Entry, Relation, Subject
from memory.access import by_reference
from memory.errors import NotFound
from memory.models import Project, User


def get_entry(project: Project, ref: str) -> Entry:
    """By its id or by the number that people see, such as E-007."""
    rows = Entry.objects.in_project(project).select_related("subject", "project")
    return by_reference(rows, ref, prefix="E", what="The entry")


def get_subject(project: Project, subject_id: str) -> Subject:
    """By the name that agents use, or by its UUID. An erased one is not here any more."""
    rows = Subject.objects.in_project(project).standing().select_related("project")
    found = rows.filter(subject_id=subject_id.lower()).first()
    if found is None:
        try:
            found = rows.filter(public_id=UUID(subject_id)).first()
        except ValueError:
            found = None
    if found is None:
        raise NotFound("The subject")
    return found


def get_draft(project: Project, person: User, ref: str) -> Draft:
    """One's own: a draft of somebody else is not there."""
    rows = Draft.objects.filter(project=project, author=person).select_related("entry__project")
    try:
        found = rows.filter(public_id=UUID(ref)).first()
    except ValueError:
        found = None
    if found is None:
        raise NotFound("The draft")
    return found


def get_relation(project: Project, relation_id: str) -> Relation:
    rows = Relation.objects.in_project(project).select_related("entry", "subject")
    found = rows.filter(relation_id=relation_id).first()
    if found is None:
        raise NotFound("The relation")
    return found
