"""From a draft to evidence: a person says that these are their words."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from companion.metamodel import Provenance
from companion.models import Draft, Entry, EntryClaim, Subject
from companion.naming import Proposed
from companion.services.runs import begin
from companion.services.subjects import Chosen, settle
from companion.services.words import fit_provenance, fit_text
from memory import audit
from memory.access import access_to
from memory.actors import Actor, human
from memory.canonical import digest
from memory.errors import CameTooLate, NotFound
from memory.head import Head, locked
from memory.ids import new_id
from memory.models import User
from memory.roles import Role


@dataclass(frozen=True, slots=True)
class Confirmed:
    entry: Entry
    repeated: bool = False
    """It was confirmed before, by this very token."""


@dataclass(frozen=True, slots=True)
class Said:
    """An entry on its way in."""

    text: str
    subject: Subject
    proposed: dict[str, Any]
    corrected: list[str]
    provenance: str
    captured_at: Any
    suggested_by: dict[str, Any] | None = None
    imported_from: str = ""
    claimed: dict[str, Any] | None = None
    """What a file said of who confirmed it there, and when."""
    public_id: UUID = field(default_factory=new_id)


def confirm(
    draft: Draft,
    *,
    by: User,
    token: str,
    text: str,
    subject: Chosen,
    provenance: str = "",
) -> Confirmed:
    """The entry, its reading and the task for it, all or none. With a token that was used before:
    the entry that it made.
    """
    with locked(draft.project) as head:
        access_to(draft.project, by, Role.CONTRIBUTOR)
        draft = _held(draft, by)
        if draft.entry is not None:
            if not draft.is_token(token):
                raise CameTooLate("This draft was confirmed already. Write a new one.")
            return Confirmed(draft.entry, repeated=True)
        _require_open(head, draft, token)
        actor, text = human(by), fit_text(text)
        about = settle(head, subject, by=actor)
        said = Said(
            text=text,
            subject=about,
            proposed=draft.proposed,
            corrected=_corrected(draft, text, about),
            provenance=_known_from(draft, provenance),
            captured_at=draft.created_at,
            suggested_by=draft.suggested_by,
        )
        entry = keep(head, said, by=actor)
        draft.entry, draft.text, draft.proposed = entry, "", {}
        draft.save(update_fields=["entry", "text", "proposed"])
        return Confirmed(entry)


def keep(head: Head, said: Said, *, by: Actor) -> Entry:
    """The only writer of entries."""
    salt = secrets.token_bytes(16)
    entry = Entry(
        public_id=said.public_id,
        project=head.project,
        number=head.next_entry_number(),
        subject=said.subject,
        text=said.text,
        proposed=said.proposed,
        salt=salt,
        corrected=said.corrected,
        provenance=said.provenance,
        suggested_by=said.suggested_by,
        imported_from=said.imported_from,
        captured_at=said.captured_at,
        confirmed_at=head.at,
        confirmed_by=by.stored(),
    )
    entry.digest = digest(entry.words, salt=salt)
    entry.save(force_insert=True)
    if said.claimed:
        EntryClaim.objects.create(entry=entry, said=said.claimed)
    [run] = begin([entry], by=by, at=head.at)
    _tell(head, entry, by, str(run.public_id))
    return entry


def _tell(head: Head, entry: Entry, by: Actor, run: str) -> None:
    subject = str(entry.subject.public_id)
    audit.record(
        head,
        "evidence.confirmed",
        actor=by,
        about=("entry", entry.public_id),
        details={"digest": entry.digest, "subject": subject, "run": run},
    )
    if entry.suggested_by is not None:
        audit.record(
            head,
            "inference.adopted",
            actor=by,
            about=("entry", entry.public_id),
            details={"from": entry.suggested_by},
        )


def _known_from(draft: Draft, said: str) -> str:
    """What a machine suggested is concluded, whatever it was that the machine read."""
    return Provenance.SPEAKER_INFERENCE if draft.suggested_by else fit_provenance(said)


def _held(draft: Draft, by: User) -> Draft:
    """As it is now that nobody else can change it."""
    found = Draft.objects.filter(pk=draft.pk, author=by).select_related("entry__subject").first()
    if found is None:
        raise NotFound("The draft")
    found.project = draft.project
    return found


def _require_open(head: Head, draft: Draft, token: str) -> None:
    if draft.has_expired(head.at):
        raise CameTooLate(
            "This draft has waited too long to be confirmed as it stands. Its words are kept: read"
            " them again, then confirm."
        )
    if not draft.is_token(token):
        raise CameTooLate(
            "The draft was changed since this page was made. Read it again, then confirm."
        )


def _corrected(draft: Draft, text: str, about: Subject) -> list[str]:
    choice = Proposed.load(draft.proposed).choice
    same = choice is not None and (
        choice.subject_id == about.subject_id if choice.subject_id else choice.label == about.label
    )
    changed = {"text": text != draft.text, "subject": choice is not None and not same}
    return [name for name, has_changed in changed.items() if has_changed]
