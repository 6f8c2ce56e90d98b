from django.db import models

from companion.models import Entry
from memory import limits
from proposals.models.proposal import Proposal


class Citation(models.Model):
    """An entry that a proposal cites: how the entry finds its way back."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="citations")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="citations")
    relation_id = models.CharField(max_length=limits.RELATION_ID, blank=True)
    """The fact of it that is meant; empty where it is cited whole."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["proposal", "entry", "relation_id"], name="cited_once_by_a_proposal"
            )
        ]

    def __str__(self) -> str:
        return f"{self.proposal_id} cites {self.entry_id}"
