"""What is new since somebody last looked at a project's Workspace, in this browser."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count
from django.utils import timezone

from memory.http import ProjectRequest
from memory.models import AuditEvent

KEY = "visits"
MOST = 50
AWAY = timedelta(minutes=30)
"""Whoever looks again sooner is still on the same visit."""

TOLD = {
    "proposal.created": "proposed",
    "proposal.approved": "approved",
    "proposal.rejected": "rejected",
    "memory.recorded": "recorded",
    "memory.retired": "retired",
    "conflict.found": "in conflict",
    "evidence.confirmed": "confirmed as evidence",
}


@dataclass(frozen=True, slots=True)
class New:
    """`counts`: how many, and what became of them; what this person did is not among them."""

    since: datetime
    counts: list[tuple[int, str]]


def note_visit(request: ProjectRequest) -> New | None:
    """Keeps that they were here. None on the first visit, and where nothing is new."""
    project, now = request.access.project, timezone.now()
    visits: dict[str, Any] = request.session.get(KEY, {})
    last = visits.pop(project.slug, None)
    visit = {"at": now.isoformat(), "seq": project.head.event_seq}
    before = _before(last, now)
    if before:
        visit["before"] = before
    request.session[KEY] = dict([*list(visits.items())[-MOST:], (project.slug, visit)])
    return _new(request, before) if before else None


def _before(last: dict[str, Any] | None, now: datetime) -> dict[str, Any] | None:
    """How far they had seen when they came: as of the end of the visit before this one."""
    if last is None:
        return None
    if now - datetime.fromisoformat(last["at"]) < AWAY:
        return last.get("before")
    return {"at": last["at"], "seq": last["seq"]}


def _new(request: ProjectRequest, before: dict[str, Any]) -> New | None:
    rows = (
        AuditEvent.objects.filter(
            project=request.access.project, seq__gt=before["seq"], type__in=TOLD
        )
        .exclude(actor__kind="human", actor__user_id=request.user.pk)
        .order_by()
        .values_list("type")
        .annotate(n=Count("pk"))
    )
    found = dict(rows)
    counts = [(found[what], words) for what, words in TOLD.items() if what in found]
    return New(datetime.fromisoformat(before["at"]), counts) if counts else None
