from django.conf import settings
from django.db import models
from django.db.models import TextChoices

from memory import limits
from memory.roles import Confirmation, Role
from proposals.models.proposal import Proposal
from proposals.models.revision import Revision


class Decision(TextChoices):
    APPROVE = "approve", "Approved"
    REJECT = "reject", "Rejected"


class ReviewQuerySet(models.QuerySet["Review"]):
    def standing(self) -> "ReviewQuerySet":
        """Those that were not set aside."""
        return self.filter(dismissed_at=None)


class Review(models.Model):
    """One person's decision on one exact revision."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="reviews")
    revision = models.ForeignKey(Revision, models.CASCADE, related_name="reviews")
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="reviews"
    )
    reviewed_by = models.JSONField()
    role = models.CharField(max_length=12, choices=Role, blank=True)
    decision = models.CharField(max_length=8, choices=Decision)
    edited = models.BooleanField(default=False)
    digest = models.CharField(max_length=64)
    note = models.TextField(blank=True, max_length=limits.NOTE)
    at = models.DateTimeField()
    confirmed_with = models.CharField(max_length=10, choices=Confirmation, blank=True)
    dismissed_at = models.DateTimeField(null=True, blank=True)
    dismissed_because = models.CharField(max_length=40, blank=True)

    objects = ReviewQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["proposal", "reviewer"],
                condition=models.Q(dismissed_at=None),
                name="one_standing_review_a_person",
            )
        ]

    def __str__(self) -> str:
        return f"{self.decision} of {self.proposal_id}"
