from django.conf import settings
from django.db import models

from proposals.models.proposal import Proposal


class Assignment(models.Model):
    """Who is asked to decide. It gives no right and takes none: whoever may review still may."""

    proposal = models.OneToOneField(Proposal, models.CASCADE, related_name="assignment")
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="assignments"
    )
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.proposal_id} for {self.assignee_id}"
