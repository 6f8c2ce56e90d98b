from django.db import models

from memory import limits
from memory.models.project import Project


class IdempotencyRecord(models.Model):
    """What a caller's key was first used for, so that a retry is the same effect."""

    project = models.ForeignKey(Project, models.CASCADE)
    credential = models.CharField(max_length=300)
    tool = models.CharField(max_length=40)
    key = models.CharField(max_length=limits.IDEMPOTENCY_KEY)
    body_digest = models.CharField(max_length=64)
    object_id = models.UUIDField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "credential", "tool", "key"], name="one_use_of_a_key"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tool} {self.key}"
