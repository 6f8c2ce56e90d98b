from django.db import models

from proposals.changes import Change, Words
from proposals.models.proposal import Proposal


class Revision(models.Model):
    """One exact text of a proposal. Later ones stand beside it; none is overwritten."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    changes = models.JSONField()
    digest = models.CharField(max_length=64)
    author = models.JSONField()
    at = models.DateTimeField()
    reason = models.TextField(blank=True)
    evidence_ids = models.JSONField(default=list)
    base = models.JSONField(default=list)
    """The target's words when this was proposed, one entry a change: what a diff is against."""
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["proposal", "number"], name="one_revision_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.proposal_id} revision {self.number}"

    @property
    def parsed(self) -> list[Change]:
        return [Change.model_validate(one) for one in self.changes]

    @property
    def words(self) -> Words | None:
        """The words of a single change; none for a retirement or a batch."""
        return self.parsed[0].words if len(self.changes) == 1 else None
