from __future__ import annotations

from django.db import models

from companion.models.subject import Subject
from memory import limits


class VocabularyItem(models.Model):
    """One statement about a subject, whatever entries make it: a line of what an agent may choose.

    Written with each publication from the relations that carry it, and never otherwise.
    """

    subject = models.ForeignKey(Subject, models.CASCADE, related_name="vocabulary")
    vocabulary_id = models.CharField(max_length=limits.RELATION_ID)
    label = models.TextField(blank=True)
    """That of its oldest relation in force."""
    evidence_types = models.JSONField(default=list)
    rows_digest = models.CharField(max_length=64, blank=True)
    """Of all that the subject's version says of this item."""
    is_current = models.BooleanField(default=True)
    """Whether any relation in force carries it; otherwise the item is retired."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subject", "vocabulary_id"], name="one_item_of_an_id")
        ]
        indexes = [
            models.Index(
                fields=["subject", "vocabulary_id"],
                condition=models.Q(is_current=True),
                name="vocabulary_in_order",
            )
        ]

    def __str__(self) -> str:
        return self.vocabulary_id
