"""Words on their way: stored for their author alone, with what they seem to be about."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from companion.models import Draft
from companion.models.draft import new_nonce
from companion.services.subjects import proposed_for
from companion.services.words import fit_provenance, fit_text
from memory import limits
from memory.access import access_to
from memory.errors import CameTooLate, Forbidden, InvalidInput
from memory.models import Project, User
from memory.roles import Role


def draft(
    project: Project,
    text: str,
    *,
    by: User,
    provenance: str = "",
    suggested_by: dict[str, Any] | None = None,
) -> Draft:
    """Raises InvalidInput where the words cannot be stored."""
    _require_writer(project, by)
    text, now = fit_text(text), timezone.now()
    if Draft.objects.filter(project=project, author=by, entry=None).count() >= limits.DRAFTS:
        raise InvalidInput(
            {"text": f"{limits.DRAFTS} drafts of yours wait; confirm or discard one first"}
        )
    return Draft.objects.create(
        project=project,
        author=by,
        text=text,
        proposed=proposed_for(project, text).stored,
        provenance=fit_provenance(provenance),
        suggested_by=suggested_by,
        created_at=now,
        expires_at=now + limits.DRAFT_OPEN,
    )


def redraft(draft: Draft, text: str, *, by: User, provenance: str | None = None) -> Draft:
    """Other words in the same draft, or the same again: open anew, under another token."""
    _require_writer(draft.project, by)
    if draft.author_id != by.pk or draft.entry_id is not None:
        raise CameTooLate("This draft was confirmed. Write a new one.")
    draft.text = fit_text(text)
    draft.proposed = proposed_for(draft.project, draft.text).stored
    if provenance is not None:
        draft.provenance = fit_provenance(provenance)
    draft.nonce = new_nonce()
    draft.expires_at = timezone.now() + limits.DRAFT_OPEN
    draft.save(update_fields=["text", "proposed", "provenance", "nonce", "expires_at"])
    return draft


def discard(draft: Draft, *, by: User) -> None:
    if draft.author_id == by.pk and draft.entry_id is None:
        draft.delete()


def waiting(project: Project, person: User) -> list[Draft]:
    """Their own, newest first, expired ones too: those can be taken up again."""
    rows = Draft.objects.filter(project=project, author=person, entry=None)
    return list(rows.order_by("-pk")[: limits.DRAFTS])


def forget_old_drafts() -> int:
    """What was confirmed or left alone long ago."""
    old = Draft.objects.filter(expires_at__lte=timezone.now() - limits.DRAFT_KEPT)
    return old.delete()[0]


def _require_writer(project: Project, by: User) -> None:
    access_to(project, by, Role.CONTRIBUTOR)
    if project.closed_at is not None:
        raise Forbidden("This project is closed. Nothing in it changes any more.")
