"""A reading is asked for: its row and the task that carries it, in the caller's transaction."""

from __future__ import annotations

from companion.models import ConstructionRun, Entry
from companion.models.construction_run import OPEN
from companion.tasks import construct
from memory.actors import Actor
from memory.head import Head


def begin(head: Head, entry: Entry, *, by: Actor) -> ConstructionRun:
    """A new reading of the entry; one that is under way already is left to go on."""
    open_run = entry.runs.filter(state__in=OPEN).first()
    if open_run is not None:
        return open_run
    run = ConstructionRun.objects.create(
        entry=entry, asked_by=by.stored(), created_at=head.at, due_at=head.at, sent_at=head.at
    )
    construct.enqueue(str(run.public_id))
    return run
