"""Evidence that a person brings in from a file: stored word for word, and read like any other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from companion.models import Entry, Subject
from companion.services.confirm import Said, keep
from companion.services.subjects import of_name
from memory.access import access_to
from memory.actors import Actor, human
from memory.head import Head, locked
from memory.models import Project, User
from memory.roles import Role


@dataclass(frozen=True, slots=True)
class FromFile:
    """An entry as a file tells it, held to the rules of `companion.services.words` before.

    `public_id` is made of the file and the entry's place in it, so that it comes in once. `label`
    is its subject's, where that is new.
    """

    public_id: UUID
    subject_id: str
    label: str
    text: str
    provenance: str
    captured_at: datetime | None
    """None: as it is brought in."""
    claimed: dict[str, Any]


def bring_entries(
    project: Project, entries: Sequence[FromFile], *, by: User, imported_from: str
) -> int:
    """How many are new: those that came before, erased ones too, are passed over. All or none.

    They are confirmed by the person who brings them, now; what the file says of another is a claim.
    """
    with locked(project) as head:
        access_to(project, by, Role.CONTRIBUTOR)
        ids = [one.public_id for one in entries]
        known = Entry.objects.in_project(project).filter(public_id__in=ids)
        there = set(known.values_list("public_id", flat=True))
        fresh = [one for one in entries if one.public_id not in there]
        actor, subjects = human(by), dict[str, Subject]()
        for one in fresh:
            if one.subject_id not in subjects:
                subjects[one.subject_id] = of_name(head, one.subject_id, one.label, by=actor)
            _keep(head, one, subjects[one.subject_id], actor, imported_from)
        return len(fresh)


def _keep(head: Head, one: FromFile, about: Subject, by: Actor, imported_from: str) -> None:
    said = Said(
        text=one.text,
        subject=about,
        proposed={},
        corrected=[],
        provenance=one.provenance,
        captured_at=one.captured_at or head.at,
        imported_from=imported_from,
        claimed=one.claimed,
        public_id=one.public_id,
    )
    keep(head, said, by=by)
