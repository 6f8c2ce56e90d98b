from django.db import models

from memory.models import Project
from memory.roles import Role
from proposals.models.proposal import Proposal


class RejectedValue(models.Model):
    """A no that is remembered: the HMAC of the value, where it holds, and why."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="rejected_values")
    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="rejected_values")
    lineage = models.UUIDField(null=True, blank=True)
    """Where it was proposed; none for a new memory. It holds for new memories in either case."""
    value = models.CharField(max_length=64)
    reason = models.TextField(blank=True)
    by_role = models.CharField(max_length=12, choices=Role)
    at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["project", "value"], name="rejected_by_value")]

    def __str__(self) -> str:
        return f"rejected by {self.by_role} at {self.at}"
