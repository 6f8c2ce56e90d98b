"""Guarded ways to what a project's Companion holds."""

from typing import TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

from companion.models import Candidate, Draft, Entry, Outcome, Relation, Subject
from memory.access import by_reference
from memory.errors import NotFound
from memory.models import Project, User

Found = TypeVar("Found", bound=Model)


def get_entry(project: Project, ref: str) -> Entry:
    """By its id or by the number that people see, such as E-007."""
    rows = Entry.objects.in_project(project).select_related("subject", "project")
    return by_reference(rows, ref, prefix="E", what="The entry")


def get_subject(project: Project, subject_id: str) -> Subject:
    """By the name that agents use, or by its UUID. An erased one is not here any more."""
    rows = Subject.objects.in_project(project).standing().select_related("project")
    found = rows.filter(subject_id=subject_id.lower()).first()
    return found or _by_id(rows, subject_id, what="The subject")


def get_draft(project: Project, person: User, ref: str) -> Draft:
    """One's own: a draft of somebody else is not there."""
    rows = Draft.objects.filter(project=project, author=person).select_related("entry__project")
    return _by_id(rows, ref, what="The draft")


def get_inference(project: Project, ref: str) -> Candidate:
    rows = Candidate.objects.select_related("run__entry__subject").filter(
        outcome=Outcome.INFERRED, run__entry__project=project, run__entry__erased_at=None
    )
    return _by_id(rows, ref, what="The inference")


def get_relation(project: Project, relation_id: str) -> Relation:
    rows = Relation.objects.in_project(project).select_related("entry", "subject")
    found = rows.filter(relation_id=relation_id).first()
    if found is None:
        raise NotFound("The relation")
    return found


def _by_id(rows: QuerySet[Found], ref: str, *, what: str) -> Found:
    try:
        found = rows.filter(public_id=UUID(ref)).first()
    except ValueError:
        found = None
    if found is None:
        raise NotFound(what)
    return found
