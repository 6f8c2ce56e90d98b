import secrets

from django.conf import settings
from django.db import models

from memory.ids import new_id


class Wants(models.TextChoices):
    NOTHING = "nothing", "Nothing"
    NEEDED = "needed", "Only when I am needed"
    EVERYTHING = "everything", "Everything I may see"
    DAILY = "daily", "Everything, once a day"
    """Of e-mail alone."""

    def covers(self, is_needed: bool) -> bool:
        return self != Wants.NOTHING and (is_needed or self != Wants.NEEDED)


class NotificationChoice(models.Model):
    """What one person is told, and where, of all their projects. Without a row: the defaults."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="notification_choice",
    )
    page = models.CharField(max_length=10, choices=Wants, default=Wants.NEEDED)
    email = models.CharField(max_length=10, choices=Wants, default=Wants.NOTHING)
    webhook = models.CharField(max_length=10, choices=Wants, default=Wants.NOTHING)
    address = models.EmailField(blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    """When whoever reads mail there said that it is theirs. Nothing else is sent before."""
    asked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"choice of {self.user_id}"


def _new_salt() -> bytes:
    return secrets.token_bytes(24)


class Webhook(models.Model):
    """Where one person has their notifications sent. The secret is made of the salt and of the
    installation's own key, so that no copy of the database can sign.
    """

    public_id = models.UUIDField(default=new_id, unique=True, editable=False)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhook")
    url = models.CharField(max_length=2_000)
    salt = models.BinaryField(max_length=24, default=_new_salt)
    created_at = models.DateTimeField()
    stopped_because = models.CharField(max_length=40, blank=True)

    def __str__(self) -> str:
        return f"webhook of {self.user_id}"
