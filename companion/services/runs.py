"""A reading is asked for: its row and the task that carries it, in the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from companion.models import ConstructionRun, Entry
from companion.models.construction_run import OPEN
from companion.tasks import construct
from memory.actors import Actor

SENT_AT_ONCE = 200
"""What is asked for beyond goes out with the worker's sweeps, so that asking never takes long."""


def begin(
    entries: Sequence[Entry], *, by: Actor, at: datetime, is_preview: bool = False
) -> list[ConstructionRun]:
    """New readings, one each. One that is under way already is left to go on."""
    asked = [
        ConstructionRun(
            entry=entry,
            asked_by=by.stored(),
            created_at=at,
            due_at=at,
            sent_at=at if place < SENT_AT_ONCE else None,
            is_preview=is_preview,
        )
        for place, entry in enumerate(one for one in entries if one.erased_at is None)
    ]
    ids = {run.public_id for run in asked}
    ConstructionRun.objects.bulk_create(asked, ignore_conflicts=True)
    begun = ConstructionRun.objects.filter(entry__in=entries, state__in=OPEN, public_id__in=ids)
    runs = list(begun.order_by("pk"))
    send(runs)
    return runs


def send(runs: Sequence[ConstructionRun]) -> None:
    for run in runs:
        if run.sent_at is not None:
            construct.enqueue(str(run.public_id))
