"""Who reads an entry: one holder at a time, by compare-and-set on the run's row."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from companion.meaning.builder import Builder
from companion.models import ConstructionRun, State
from companion.models.construction_run import LEASE, WAITING

MARGIN = timedelta(seconds=60)
ATTEMPTS = 3
BACK_OFF = (timedelta(seconds=10), timedelta(seconds=60), timedelta(seconds=300))


def claim(run_id: str) -> ConstructionRun | None:
    """The run, held from now on; None where another has it, or it is not due or over."""
    now, holder = timezone.now(), uuid.uuid4()
    waiting = ConstructionRun.objects.filter(public_id=run_id, state__in=WAITING, due_at__lte=now)
    taken = waiting.update(
        state=State.RUNNING,
        holder=holder,
        attempts=F("attempts") + 1,
        lease_until=now + LEASE,
        started_at=now,
    )
    if not taken:
        return None
    rows = ConstructionRun.objects.select_related("entry__subject", "entry__project")
    return rows.get(public_id=run_id)


def held(run: ConstructionRun) -> QuerySet[ConstructionRun]:
    """The run's row if this attempt still holds it, else nothing."""
    return ConstructionRun.objects.filter(pk=run.pk, state=State.RUNNING, holder=run.holder)


def renew(run: ConstructionRun, **found: Any) -> bool:
    """Longer, and with what was found so far. False: another has it by now, or it is over."""
    return bool(held(run).update(lease_until=timezone.now() + run.patience, **found))


def patience_with(builder: Builder) -> timedelta:
    """A stage may take as long as the builder says that it may, and a minute more."""
    stage = timedelta(seconds=getattr(builder, "stage_seconds", 0))
    return max(LEASE, stage + MARGIN)


def hand_back(run: ConstructionRun) -> None:
    """The attempt was broken off by whoever runs the worker: it does not count."""
    now = timezone.now()
    held(run).update(
        state=State.RETRY,
        holder=None,
        lease_until=None,
        attempts=F("attempts") - 1,
        due_at=now,
        sent_at=None,
    )


def due_after(attempts: int, now: datetime) -> datetime:
    return now + BACK_OFF[min(attempts, len(BACK_OFF)) - 1]
