from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.functional import cached_property

from companion.meaning.canonical import canonical
from companion.metamodel import Provenance
from companion.models.subject import Subject
from memory.ids import new_id
from memory.models import Project
from memory.text import first_words


def label_of(number: int) -> str:
    return f"E-{number:03d}"


class EntryQuerySet(models.QuerySet["Entry"]):
    def in_project(self, project: Project) -> EntryQuerySet:
        return self.filter(project=project)


class Entry(models.Model):
    """One observation, word for word as a person confirmed it: these are their words, whether they
    are true or not. The guards in the database refuse any change but its erasure, once.
    """

    public_id = models.UUIDField(default=new_id, unique=True, editable=False)
    project = models.ForeignKey(Project, models.CASCADE, related_name="entries")
    number = models.PositiveBigIntegerField()
    subject = models.ForeignKey(Subject, models.CASCADE, related_name="entries")

    text = models.TextField()
    """As confirmed; only the ends of lines are LF. Offsets count in `canonical`."""
    proposed = models.JSONField(default=dict)
    """What it was suggested to be about, as `companion.naming.Proposed.stored` gives it."""
    salt = models.BinaryField(max_length=16)
    digest = models.CharField(max_length=64)

    corrected = models.JSONField(default=list)
    """Which of `text` and `subject` the person changed before confirming."""
    provenance = models.CharField(
        max_length=20, blank=True, choices=[(one.value, one.value) for one in Provenance]
    )
    """How the person says they know it. How a relation is grounded is another thing."""
    suggested_by = models.JSONField(null=True, blank=True)
    imported_from = models.CharField(max_length=64, blank=True)
    """The digest of the file that brought it."""

    captured_at = models.DateTimeField()
    confirmed_at = models.DateTimeField()
    confirmed_by = models.JSONField()
    erased_at = models.DateTimeField(null=True, blank=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="one_number_an_entry"),
            models.CheckConstraint(
                condition=models.Q(provenance__in=["", *(one.value for one in Provenance)]),
                name="known_way_of_knowing",
            ),
        ]
        indexes = [
            models.Index(fields=["project", "-confirmed_at", "-id"], name="entry_by_time"),
            models.Index(fields=["subject", "-confirmed_at", "-id"], name="entry_of_a_subject"),
            models.Index(
                fields=["project"],
                condition=models.Q(suggested_by__isnull=False),
                name="entries_with_an_occasion",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        return label_of(self.number)

    @property
    def heading(self) -> str:
        return first_words(self.text)

    @cached_property
    def canonical(self) -> str:
        """What offsets count in, in code points."""
        return canonical(self.text)

    @property
    def words(self) -> dict[str, Any]:
        """What `digest` covers, beside the salt."""
        return {"text": self.text, "subject": str(self.subject.public_id)}
