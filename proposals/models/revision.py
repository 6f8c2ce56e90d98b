from __future__ import annotations

from typing import Any

from django.db import models

from proposals.changes import Change, Words
from proposals.models.proposal import Proposal
from proposals.states import OPEN


class RevisionQuerySet(models.QuerySet["Revision"]):
    def for_lists(self) -> RevisionQuerySet:
        """A batch may hold megabytes of words: once it is decided, a list does without them."""
        few = models.Q(size=1)
        shown = few | models.Q(proposal__status__in=OPEN)
        return (
            self.defer("changes", "base")
            .annotate(
                listed_changes=_where(shown, "changes"),
                listed_base=_where(few, "base"),
            )
            .order_by("number")
        )


def _where(condition: models.Q, field: str) -> models.Case:
    return models.Case(models.When(condition, then=field), output_field=models.JSONField())


class Revision(models.Model):
    """One exact text of a proposal. Later ones stand beside it; none is overwritten."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    changes = models.JSONField()
    size = models.PositiveIntegerField(default=1)
    """How many changes."""
    digest = models.CharField(max_length=64)
    author = models.JSONField()
    at = models.DateTimeField()
    reason = models.TextField(blank=True)
    evidence_ids = models.JSONField(default=list)
    base = models.JSONField(default=list)
    """The target's words when this was proposed, one entry a change: what a diff is against."""
    erased_at = models.DateTimeField(null=True, blank=True)

    objects = RevisionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["proposal", "number"], name="one_revision_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.proposal_id} revision {self.number}"

    @property
    def listed(self) -> list[dict[str, Any]]:
        """The changes, as far as a list reads them."""
        return self._as_listed("changes")

    @property
    def single(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The words of a single change, and those it found; nothing of a batch."""
        if self.size != 1 or not self.listed:
            return {}, {}
        base = self._as_listed("base")
        return self.listed[0].get("words") or {}, (base[0] if base else None) or {}

    def _as_listed(self, field: str) -> list[Any]:
        if (name := f"listed_{field}") in self.__dict__:
            return self.__dict__[name] or []
        found: list[Any] = getattr(self, field)
        return found

    @property
    def parsed(self) -> list[Change]:
        return [Change.model_validate(one) for one in self.changes]

    @property
    def words(self) -> Words | None:
        """The words of a single change; none for a retirement or a batch."""
        return self.parsed[0].words if len(self.changes) == 1 else None
