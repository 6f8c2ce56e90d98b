"""What a person may say in their own words because something suggested it.

The machine's words are shown beside the box and never stand in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from companion.metamodel import Provenance
from companion.models import Candidate, Entry, Outcome
from companion.services.showing import sentence_of
from memory.errors import NotFound
from memory.models import Project


@dataclass(frozen=True, slots=True)
class Occasion:
    candidate: Candidate
    entry: Entry
    provenance: str = Provenance.SPEAKER_INFERENCE.value

    @property
    def sentence(self) -> str:
        return sentence_of(self.candidate)

    @property
    def stored(self) -> dict[str, Any]:
        return {"type": "candidate", "id": str(self.candidate.public_id)}


def occasion(project: Project, ref: str) -> Occasion | None:
    """An inference of this project by its id; None where nothing is named."""
    if not ref:
        return None
    try:
        wanted = UUID(ref)
    except ValueError:
        raise NotFound("The inference") from None
    rows = Candidate.objects.select_related("run__entry__subject").filter(
        public_id=wanted,
        outcome=Outcome.INFERRED,
        run__entry__project=project,
        run__entry__erased_at=None,
    )
    found = rows.first()
    if found is None:
        raise NotFound("The inference")
    return Occasion(found, found.run.entry)
