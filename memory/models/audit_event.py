from django.db import models

from memory.models.project import Project


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

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "seq"], name="one_event_a_number")
        ]
        indexes = [
            models.Index(fields=["project", "object_id", "seq"], name="events_of_an_object"),
            models.Index(fields=["project", "type", "seq"], name="events_of_a_type"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.type}"
