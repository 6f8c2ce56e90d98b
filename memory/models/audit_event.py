from __future__ import annotations

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql.compiler import SQLCompiler

from memory.models.project import Project

TOLD_BY_APPLYING = ("memory.recorded", "memory.superseded", "memory.retired")
"""Every one of them follows a `proposal.applied`, which says the same to a reader."""


class Literal(models.Expression):
    """A constant as part of the question: SQLite takes an index with a condition only where it
    sees that the question implies it, and it does not look into parameters.
    """

    def __init__(self, text: str) -> None:
        super().__init__(output_field=models.CharField())
        self.text = text

    def as_sql(  # type: ignore[override] # the stubs know no parameters but these of their own
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, list[Any]]:
        return "'" + self.text.replace("'", "''").replace("%", "%%") + "'", []


class AuditEventQuerySet(models.QuerySet["AuditEvent"]):
    def told(self) -> AuditEventQuerySet:
        """Those that a reader of the activity is told, one by one."""
        return self.exclude(type__in=[Literal(one) for one in TOLD_BY_APPLYING])


class AuditEvent(models.Model):
    """One line of a project's append-only, hash-chained record. It holds digests, never words."""

    project = models.ForeignKey(Project, models.PROTECT, related_name="events")
    seq = models.PositiveBigIntegerField()
    type = models.CharField(max_length=40)
    at = models.DateTimeField()
    actor = models.JSONField()
    object_type = models.CharField(max_length=20)
    object_id = models.CharField(max_length=64)
    details = models.JSONField(default=dict)
    previous = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)

    objects = AuditEventQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "seq"], name="one_event_a_number")
        ]
        indexes = [
            models.Index(fields=["project", "object_id", "seq"], name="events_of_an_object"),
            models.Index(fields=["project", "type", "seq"], name="events_of_a_type"),
            models.Index(
                fields=["project", "-at", "-seq"],
                condition=~models.Q(type__in=TOLD_BY_APPLYING),
                name="events_told",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.type}"
