from __future__ import annotations

from django.db import models

from companion.models.entry import Entry


class EntryClaim(models.Model):
    """What a file said of an entry that it brought: who confirmed it there, and when.

    Kept to be read, never believed: nobody confirmed anything here by it.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="claim")
    said = models.JSONField()

    def __str__(self) -> str:
        return f"claims about {self.entry_id}"
