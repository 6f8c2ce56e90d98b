"""A file's entries, in batches, through Companion's own service."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from companion.services.bring import FromFile, bring_entries
from memory.canonical import keyed_digest
from memory.models import Project, User
from proposals.services.survey import Survey

BATCH = 100
"""An entry brings its reading and its task with it; the project is held no longer than that."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """One batch of entries, and how many of them were not here before."""

    entries: int
    new: int


def bring_evidence(project: Project, found: Survey, *, by: User) -> Iterator[Confirmed]:
    """Batch by batch, each all or none; again after any interruption. No review is needed for what
    says only that these are somebody's words.
    """
    total = len(found.evidence.entries)
    for start in range(0, total, BATCH):
        batch = [_entry(project, found, at) for at in range(start, min(start + BATCH, total))]
        new = bring_entries(project, batch, by=by, imported_from=found.digest)
        yield Confirmed(len(batch), new)


def _entry(project: Project, found: Survey, at: int) -> FromFile:
    kept = found.evidence.entries[at]
    # The same in every run, and another in every project.
    key = keyed_digest(["import", found.digest, "entry", kept.number], key=bytes(project.value_key))
    return FromFile(
        public_id=UUID(key[:32], version=4),
        subject_id=kept.subject_id,
        label=found.evidence.labels.get(kept.subject_id, ""),
        text=kept.text,
        provenance=kept.provenance,
        captured_at=kept.captured_at,
        claimed=kept.said,
    )
