"""Where the purpose comes from, and whether agents read it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from memory.actors import Actor
from memory.models import AuditEvent, Project, ToolCall

A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Source:
    actor: Actor
    at: datetime
    reads: int
    """By agents, within the last day."""


def source_of_purpose(project: Project) -> Source | None:
    """Who wrote it last; where nobody did since, who made the project with it."""
    events = AuditEvent.objects.filter(project=project).order_by("-seq")
    written = events.filter(type="policy.changed", details__described=True).first()
    written = written or events.filter(type="project.created").first()
    if not project.purpose or written is None:
        return None
    reads = ToolCall.objects.readings().filter(
        project=project, at__gt=timezone.now() - A_DAY, tool="get_project_brief"
    )
    return Source(Actor.load(written.actor), written.at, reads.count())
