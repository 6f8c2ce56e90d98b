from __future__ import annotations

import hmac
import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac

from companion.metamodel import Provenance
from companion.models.entry import Entry
from memory.ids import new_id
from memory.models import Project


def new_nonce() -> bytes:
    return secrets.token_bytes(16)


class Draft(models.Model):
    """Words that a person has not confirmed yet, and what they seem to be about.

    Nobody but its author sees it, and nothing reads it.
    """

    public_id = models.UUIDField(default=new_id, unique=True, editable=False)
    project = models.ForeignKey(Project, models.CASCADE, related_name="drafts")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="drafts")
    text = models.TextField(blank=True)
    proposed = models.JSONField(default=dict)
    """As `companion.naming.Proposed.stored` gives it."""
    provenance = models.CharField(
        max_length=20, blank=True, choices=[(one.value, one.value) for one in Provenance]
    )
    suggested_by = models.JSONField(null=True, blank=True)
    """What gave the occasion: `{"type": "candidate" | "proposal", "id": …}`."""
    nonce = models.BinaryField(max_length=16, default=new_nonce)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, blank=True, related_name="drafts")
    """What it became; from then on the words are there and no longer here."""

    class Meta:
        indexes = [models.Index(fields=["project", "author", "-id"], name="drafts_of_a_person")]

    def __str__(self) -> str:
        return str(self.public_id)

    @property
    def token(self) -> str:
        """Good for one confirmation of these very words. It is stored nowhere: whoever reads the
        database cannot make it.
        """
        told = f"{self.public_id}:{bytes(self.nonce).hex()}"
        return salted_hmac("companion.draft", told, algorithm="sha256").hexdigest()

    def is_token(self, given: str) -> bool:
        return hmac.compare_digest(self.token, given) if given.isascii() else False

    def has_expired(self, now: datetime) -> bool:
        return self.expires_at <= now
