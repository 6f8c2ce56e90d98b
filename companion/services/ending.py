"""How an attempt ends that published nothing: the entry is as it was, and the run says why."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from companion.models import ConstructionRun, State
from companion.services.lease import ATTEMPTS, due_after, held
from memory import audit
from memory.actors import system
from memory.errors import Forbidden
from memory.head import locked

READER = system("Companion")
CLOSED = "PROJECT_CLOSED"


def fail(
    run: ConstructionRun, code: str, *, again: bool = True, report: dict[str, Any] | None = None
) -> None:
    """Another attempt later, while there are any and it could end otherwise; else it has failed."""
    if again and run.attempts < ATTEMPTS:
        _try_later(run, code, report)
        return
    if run.is_preview:  # nothing was to change, so nothing is to be told
        _end(run, code, report)
        return
    try:
        with locked(run.entry.project) as head:
            if not _end(run, code, report):
                return
            audit.record(
                head,
                "evidence.failed",
                actor=READER,
                about=("entry", run.entry.public_id),
                details={"run": str(run.public_id), "code": code, "attempts": run.attempts},
            )
    except Forbidden:
        _end(run, CLOSED, report)


def _try_later(run: ConstructionRun, code: str, report: dict[str, Any] | None) -> None:
    held(run).update(
        state=State.RETRY,
        holder=None,
        lease_until=None,
        codes=[*run.codes, code],
        due_at=due_after(run.attempts, timezone.now()),
        sent_at=None,
        stage_a=None,
        stage_b=None,
        report=report or {},
    )


def _end(run: ConstructionRun, code: str, report: dict[str, Any] | None) -> int:
    return held(run).update(
        state=State.FAILED,
        holder=None,
        lease_until=None,
        codes=[*run.codes, code],
        finished_at=timezone.now(),
        report=report or {},
    )
