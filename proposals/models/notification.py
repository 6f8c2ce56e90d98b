from django.conf import settings
from django.db import models

from memory.models import Project
from proposals.models.proposal import Proposal


class Notification(models.Model):
    """That one event concerns one person. It holds no words, and gives no right to read any."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications")
    project = models.ForeignKey(Project, models.CASCADE, related_name="+")
    seq = models.PositiveBigIntegerField()
    """The event's number in its project."""
    kind = models.CharField(max_length=40)
    proposal = models.ForeignKey(Proposal, models.CASCADE, null=True, related_name="+")
    is_needed = models.BooleanField()
    """Whether it waits for them, or is about what they did; else they only may see it."""
    in_page = models.BooleanField()
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "project", "seq"], name="one_notification_an_event"
            )
        ]
        indexes = [
            models.Index(
                fields=["user", "project"],
                condition=models.Q(read_at=None, in_page=True),
                name="unread_notifications",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"


class NotifiedUpTo(models.Model):
    """How far a project's record was looked through for whom it concerns."""

    project = models.OneToOneField(
        Project, models.CASCADE, primary_key=True, related_name="notified"
    )
    seq = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.project_id} up to {self.seq}"
