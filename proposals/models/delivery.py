from django.db import models

from memory.ids import new_id
from proposals.models.notification import Notification


class Channel(models.TextChoices):
    EMAIL = "email", "E-mail"
    WEBHOOK = "webhook", "Webhook"


class Sent(models.TextChoices):
    WAITING = "waiting", "Waiting"
    SENDING = "sending", "Being sent"
    DONE = "done", "Arrived"
    DROPPED = "dropped", "Not sent: no longer wanted or allowed"
    FAILED = "failed", "Given up"


class Delivery(models.Model):
    """One notification on its way out: the truth of what became of it, whatever carries it."""

    public_id = models.UUIDField(default=new_id, unique=True, editable=False)
    notification = models.ForeignKey(Notification, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=10, choices=Channel)
    state = models.CharField(max_length=10, choices=Sent, default=Sent.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    queued_at = models.DateTimeField(null=True, blank=True)
    holder = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=40, blank=True)
    """Of the last attempt: a status, or a word for why there is none."""
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(
                fields=["notification", "channel"], name="one_delivery_a_channel"
            )
        ]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(state__in=["waiting", "sending"]),
                name="deliveries_under_way",
            )
        ]

    def __str__(self) -> str:
        return f"{self.channel} of {self.notification_id}: {self.state}"
