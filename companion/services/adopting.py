"""What a person may say in their own words because something suggested it.

The machine's words are shown beside the box and never stand in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.access import get_inference
from companion.metamodel import Provenance
from companion.models import Candidate, Entry
from companion.services.showing import sentence_of
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
    found = get_inference(project, ref)
    return Occasion(found, found.run.entry)
