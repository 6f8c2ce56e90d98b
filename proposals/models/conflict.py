from django.db import models

from memory.models import Memory, Project
from proposals.models.proposal import Proposal


class Choice(models.TextChoices):
    KEEP_OLD = "keep_old", "Keep the older"
    KEEP_NEW = "keep_new", "Keep the newer"
    KEEP_BOTH = "keep_both", "Keep both"
    WRITE_NEW = "write_new", "Write a new one"
    ENDED = "ended", "One of them ended"


class Conflict(models.Model):
    """Two authoritative memories that a person should look at together. It changes neither."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="conflicts")
    older = models.ForeignKey(Memory, models.CASCADE, related_name="+")
    newer = models.ForeignKey(Memory, models.CASCADE, related_name="+")
    relation = models.CharField(max_length=10)
    reason = models.TextField(blank=True)
    """Why, in words. It quotes both, so it is emptied when either is erased."""
    found_at = models.DateTimeField()

    choice = models.CharField(max_length=10, choices=Choice, blank=True)
    proposal = models.ForeignKey(
        Proposal, models.SET_NULL, null=True, blank=True, related_name="resolves"
    )
    """What carries the choice out; until it is applied the conflict stands."""
    resolved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["older", "newer"], name="one_conflict_of_a_pair"),
            models.CheckConstraint(
                condition=~models.Q(older=models.F("newer")), name="no_conflict_with_itself"
            ),
        ]
        indexes = [models.Index(fields=["project", "resolved_at", "-id"], name="open_conflicts")]

    def __str__(self) -> str:
        return f"{self.older_id} against {self.newer_id}"
