from __future__ import annotations

import secrets

from django.db import models

from memory import limits
from memory.ids import new_id
from memory.models import Project


class SubjectQuerySet(models.QuerySet["Subject"]):
    def in_project(self, project: Project) -> SubjectQuerySet:
        return self.filter(project=project)

    def standing(self) -> SubjectQuerySet:
        """Those whose words were not erased."""
        return self.filter(erased_at=None)


def new_revision() -> int:
    return secrets.randbits(62) or 1


class Subject(models.Model):
    """What observations are about. Its label may change; the name that agents use never does."""

    public_id = models.UUIDField(default=new_id, unique=True, editable=False)
    """What the record names: it is no word."""
    project = models.ForeignKey(Project, models.CASCADE, related_name="subjects")
    subject_id = models.CharField(max_length=limits.SUBJECT_ID)
    """The contract's `subjectId`, such as `pump-7`."""
    label = models.CharField(max_length=limits.LABEL)
    created_at = models.DateTimeField()
    created_by = models.JSONField()
    revision = models.PositiveBigIntegerField(default=0)
    """Another number after each change of what is served about it, the same never twice: who reads
    twice sees whether it stayed.
    """
    erased_at = models.DateTimeField(null=True, blank=True)

    told: int
    """How many entries are about it, where a reader counted them."""

    objects = SubjectQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "subject_id"], name="one_subject_of_a_name")
        ]

    def __str__(self) -> str:
        return self.subject_id
