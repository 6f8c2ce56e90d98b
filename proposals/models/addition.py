from django.db import models

from proposals.models.proposal import Proposal


class Addition(models.Model):
    """Reason and evidence that a repeat of an open proposal brought along."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="additions")
    actor = models.JSONField()
    reason = models.TextField(blank=True)
    evidence_ids = models.JSONField(default=list)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"addition to {self.proposal_id}"
