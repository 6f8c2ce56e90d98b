"""What a project's entries are about."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from django.utils.text import slugify

from companion.models import Subject
from companion.naming import Choice, Proposed, name_words, propose
from companion.services.words import fit_label
from memory import limits
from memory.actors import Actor
from memory.errors import InvalidInput
from memory.head import Head
from memory.models import Project


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the person says it is about: a subject that is there, else a label for a new one."""

    subject_id: str = ""
    label: str = ""


def known_to(project: Project) -> list[Choice]:
    rows = Subject.objects.in_project(project).standing().order_by("subject_id")
    return [Choice(label, name) for name, label in rows.values_list("subject_id", "label")]


def proposed_for(project: Project, text: str) -> Proposed:
    return propose(text, known_to(project))


def settle(head: Head, chosen: Chosen, *, by: Actor) -> Subject:
    """The subject that is there, also under another spelling of its name, or a new one."""
    rows = Subject.objects.in_project(head.project).standing()
    if chosen.subject_id:
        found = rows.filter(subject_id=chosen.subject_id.lower()).first()
        if found is None:
            raise InvalidInput({"subject": "is not among this project's subjects any more"})
        return found
    label = fit_label(chosen.label)
    wanted = name_words(label) or (label.casefold(),)
    for subject in rows.order_by("pk"):
        if wanted in (name_words(subject.label), name_words(subject.subject_id)):
            return subject
    return make(head, label, by=by)


def make(head: Head, label: str, *, by: Actor, subject_id: str = "") -> Subject:
    """Under the wanted name, or the nearest one that is free."""
    return _create(head, _free_name(head.project, subject_id or label), label, by)


def of_name(head: Head, name: str, label: str, *, by: Actor) -> Subject:
    """The subject of exactly this name; a new one under this label where there is none."""
    found = Subject.objects.in_project(head.project).standing().filter(subject_id=name).first()
    if found is None and not label:
        raise InvalidInput({"subject_id": f"{name} is not among this project's subjects any more"})
    return found or _create(head, name, label, by)


def _create(head: Head, name: str, label: str, by: Actor) -> Subject:
    return Subject.objects.create(
        project=head.project,
        subject_id=name,
        label=label,
        created_at=head.at,
        created_by=by.stored(),
    )


def _free_name(project: Project, label: str) -> str:
    name = slugify(unicodedata.normalize("NFC", label), allow_unicode=True).replace("_", "-")
    name = name[: limits.SUBJECT_ID - 8].strip("-") or "subject"
    taken = set(
        Subject.objects.in_project(project)
        .filter(subject_id__startswith=name)
        .values_list("subject_id", flat=True)
    )
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free
