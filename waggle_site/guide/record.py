"""What is on record of a guide, read from the events and the tool calls."""

from __future__ import annotations

from collections.abc import Iterator

from memory.models import AuditEvent, Project, ToolCall, User
from memory.models.tool_call import BY_AGENTS
from waggle_site.guide.happened import Happened
from waggle_site.guide.progress import BEGAN, CALLS, EVENTS, Progress, progress_of


def guide_of(project: Project, person: User) -> Progress | None:
    """None where this person began none here."""
    began = _last_beginning(project, person.pk)
    return progress_of(person.pk, _since(began)) if began else None


def _last_beginning(project: Project, person: int) -> AuditEvent | None:
    rows = AuditEvent.objects.filter(project=project, type=BEGAN, actor__user_id=person)
    return rows.order_by("-seq").first()


def _since(began: AuditEvent) -> Iterator[Happened]:
    yield from _events(began)
    yield from _calls(began)


def _events(began: AuditEvent) -> Iterator[Happened]:
    rows = AuditEvent.objects.filter(project=began.project_id, seq__gte=began.seq, type__in=EVENTS)
    for at, seq, what, actor, about, details in rows.values_list(
        "at", "seq", "type", "actor", "object_id", "details"
    ):
        yield Happened(at, seq, what, actor, (about,), details=details)


def _calls(began: AuditEvent) -> Iterator[Happened]:
    rows = ToolCall.objects.filter(
        project=began.project_id,
        at__gte=began.at,
        tool__in=CALLS,
        outcome="ok",
        origin__in=BY_AGENTS,
        actor__user_id=began.actor["user_id"],
    )
    for at, pk, tool, actor, origin, ids in rows.values_list(
        "at", "pk", "tool", "actor", "origin", "ids"
    ):
        yield Happened(at, pk, tool, actor, tuple(ids), origin=origin, outcome="ok")
