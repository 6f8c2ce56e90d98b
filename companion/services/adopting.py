"""What a person may say in their own words because a machine suggested it.

The machine's words are shown beside the box and never stand in it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from companion.access import get_inference
from companion.models import Entry
from companion.services.showing import sentence_of
from memory.actors import Actor
from memory.errors import NotFound
from memory.models import Project

CANDIDATE = "candidate"


@dataclass(frozen=True, slots=True)
class Occasion:
    """A machine's words that may be so. `kind` and `id` are all that an entry keeps of it."""

    kind: str
    id: str
    words: str
    page: str
    label: str
    """The page that shows it, and of what: of E-007, of P-0141."""
    reason: str = ""
    about: str = ""
    """What the words will be about, if their author says nothing else."""
    by: Actor | None = None

    @property
    def ref(self) -> str:
        return f"{self.kind}:{self.id}"

    @property
    def stored(self) -> dict[str, Any]:
        return {"type": self.kind, "id": self.id}


def _inference(project: Project, ref: str) -> Occasion:
    found = get_inference(project, ref)
    entry = found.run.entry
    return Occasion(
        kind=CANDIDATE,
        id=str(found.public_id),
        words=sentence_of(found),
        page="companion:entry",
        label=entry.label,
        about=entry.subject.label,
    )


SUGGESTS: dict[str, Callable[[Project, str], Occasion]] = {CANDIDATE: _inference}
"""What can be an occasion, by kind; an app that stands on this one adds its own."""


def occasion(project: Project, ref: str) -> Occasion | None:
    """Of this project, `kind:id` or the id of an inference; None where nothing is named."""
    if not ref:
        return None
    kind, _, name = ref.rpartition(":")
    found = SUGGESTS.get(kind or CANDIDATE)
    if found is None:
        raise NotFound("The suggestion")
    return found(project, name)


def occasion_of(row: Any) -> Occasion | None:
    """Of an entry or a draft; None where nothing suggested it, or what did is gone."""
    told = row.suggested_by or {}
    try:
        return occasion(row.project, f"{told['type']}:{told['id']}") if told else None
    except NotFound:
        return None


def said_of(project: Project, kind: str, ids: Collection[str]) -> dict[str, list[Entry]]:
    """What people said in their own words because of these, oldest first."""
    if not ids:
        return {}
    rows = Entry.objects.in_project(project).filter(suggested_by__isnull=False, erased_at=None)
    rows = rows.filter(suggested_by__type=kind, suggested_by__id__in=list(ids))
    found: dict[str, list[Entry]] = {}
    for entry in rows.defer("text", "proposed").order_by("pk"):
        found.setdefault(entry.suggested_by["id"], []).append(entry)  # type: ignore[index] # not null
    return found
