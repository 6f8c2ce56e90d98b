"""What changed since an instant: memories recorded, superseded and retired, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from memory.authority import Instant
from memory.models import AuditEvent, Memory, Project
from memory.services.listing import with_authority

PAGE = 30
WHAT = ("recorded", "superseded", "retired")


@dataclass(frozen=True, slots=True)
class Changed:
    """`by`: the version that superseded it."""

    at: datetime
    what: str
    memory: Memory
    by: Memory | None


@dataclass(frozen=True, slots=True)
class ChangedSince:
    changes: list[Changed]
    counts: dict[str, int] = field(default_factory=dict)
    before: int | None = None
    """Continues the list: the number of its last event, or none at the end."""


def changed_since(
    project: Project, since: datetime, *, before: int | None = None, size: int = PAGE
) -> ChangedSince:
    """From that instant on, itself included. A later version is told by what it superseded."""
    events = AuditEvent.objects.filter(project=project, at__gte=since).filter(
        Q(type="memory.recorded", details__version=1)
        | Q(type__in=["memory.superseded", "memory.retired"])
    )
    page = events.filter(seq__lt=before) if before is not None else events
    found = list(page.order_by("-seq")[: size + 1])
    shown = found[:size]
    return ChangedSince(
        _changes(project, shown),
        _counts(events),
        before=shown[-1].seq if len(found) > size else None,
    )


def _changes(project: Project, events: Sequence[AuditEvent]) -> list[Changed]:
    ids = {UUID(event.object_id) for event in events}
    ids |= {UUID(event.details["by"]) for event in events if "by" in event.details}
    known = with_authority(project, list(ids), Instant.now()) if ids else {}
    return [
        Changed(
            event.at,
            event.type.removeprefix("memory."),
            memory,
            known.get(UUID(event.details["by"])) if "by" in event.details else None,
        )
        for event in events
        if (memory := known.get(UUID(event.object_id)))
    ]


def _counts(events: QuerySet[AuditEvent]) -> dict[str, int]:
    found = dict(events.order_by().values_list("type").annotate(n=Count("pk")))
    return {what: found.get(f"memory.{what}", 0) for what in WHAT}
