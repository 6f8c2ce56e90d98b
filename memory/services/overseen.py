"""What the admin shows a person: the rows of the projects in which they review, and no others."""

from __future__ import annotations

from django.db.models import F, Prefetch, QuerySet

from memory.access import reviewed_by
from memory.authority import Instant
from memory.models import AgentKey, AuditEvent, Edge, Membership, Memory, Policy, ToolCall, User
from memory.models.memory import MemoryQuerySet


def memories(person: User) -> MemoryQuerySet:
    """Erased ones too, without words; each with the authority it has now."""
    rows = Memory.objects.filter(project__in=reviewed_by(person)).at(Instant.now())
    return rows.select_related("project").order_by("-recorded_at", "-pk")


def edges(person: User) -> QuerySet[Edge]:
    """Were one forged across the wall, it is not there."""
    rows = Edge.objects.filter(
        project__in=reviewed_by(person),
        source__project=F("project"),
        target__project=F("project"),
    )
    return rows.select_related("project", "source__project", "target__project").order_by("-pk")


def events(person: User) -> QuerySet[AuditEvent]:
    rows = AuditEvent.objects.filter(project__in=reviewed_by(person))
    return rows.select_related("project").order_by("-pk")


def tool_calls(person: User) -> QuerySet[ToolCall]:
    rows = ToolCall.objects.filter(project__in=reviewed_by(person))
    return rows.select_related("project").order_by("-pk")


def memberships(person: User) -> QuerySet[Membership]:
    rows = Membership.objects.filter(project__in=reviewed_by(person))
    return rows.select_related("project", "user").order_by("project__slug", "user__username")


def people(person: User) -> QuerySet[User]:
    """Members of those projects, with their places there and nowhere else."""
    here = memberships(person)
    rows = User.objects.filter(pk__in=here.order_by().values("user"))
    return rows.prefetch_related(Prefetch("memberships", here, to_attr="places")).order_by(
        "username"
    )


def policies(person: User) -> QuerySet[Policy]:
    rows = Policy.objects.filter(project__in=reviewed_by(person))
    return rows.select_related("project").order_by("project__slug")


def agent_keys(person: User) -> QuerySet[AgentKey]:
    rows = AgentKey.objects.filter(project__in=reviewed_by(person)).defer("digest")
    return rows.select_related("project", "made_for").order_by("-pk")
