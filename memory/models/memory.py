from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.functional import cached_property

from memory import canonical, limits
from memory.authority import Authority, Instant, authority_case, is_authoritative, may_differ
from memory.ids import new_id
from memory.kinds import EdgeType, Kind
from memory.models.project import Project
from memory.text import first_words


def label_of(number: int) -> str:
    return f"M-{number:03d}"


class MemoryQuerySet(models.QuerySet["Memory"]):
    def in_project(self, project: Project) -> MemoryQuerySet:
        return self.filter(project=project)

    def _all(self) -> MemoryQuerySet:
        return type(self)(self.model)

    def at(self, instant: Instant) -> MemoryQuerySet:
        """All that was known at the instant, each with the authority it had then."""
        return self.filter(recorded_at__lte=instant.known_at).annotate(
            authority=authority_case(instant, self._all())  # type: ignore[no-redef] # declared below
        )

    def served(self, authority: str = "") -> MemoryQuerySet:
        """After `at`: what may be shown, of one authority or of any; never what was erased."""
        rows = self.filter(erased_at=None, authority__isnull=False)  # type: ignore[misc] # annotated
        return rows.filter(authority=authority) if authority else rows  # type: ignore[misc]

    def authoritative(self, instant: Instant) -> MemoryQuerySet:
        """What is true at the instant, and nothing else."""
        return self.filter(is_authoritative(instant, self._all()), erased_at=None).annotate(
            authority=models.Value(  # type: ignore[no-redef] # declared below
                Authority.AUTHORITATIVE.value
            )
        )


class Memory(models.Model):
    """One immutable statement. The guards in the database refuse any change but two: its retirement
    and its erasure, once each.
    """

    public_id = models.UUIDField(default=new_id, unique=True, editable=False)
    project = models.ForeignKey(Project, models.PROTECT, related_name="memories")
    number = models.PositiveBigIntegerField()

    kind = models.CharField(max_length=12, choices=Kind)
    title = models.CharField(max_length=limits.TITLE, blank=True)
    content = models.TextField(max_length=limits.CONTENT)
    tags = models.JSONField(default=list)
    starts_when_applied = models.BooleanField(default=False)
    """The approved words named no beginning: `valid_from` is the instant of application."""
    valid_from = models.DateTimeField()
    valid_until = models.DateTimeField(null=True, blank=True)
    salt = models.BinaryField(max_length=16)
    digest = models.CharField(max_length=64)
    value = models.CharField(max_length=64)
    """HMAC of the content's normal form under the project's key."""

    lineage = models.UUIDField()
    """The public id of the lineage's first version."""
    version = models.PositiveIntegerField(default=1)

    recorded_at = models.DateTimeField()
    succeeded_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When the next version was recorded; the database fills it in with that version."""
    retired_at = models.DateTimeField(null=True, blank=True)
    retired_by = models.UUIDField(null=True, blank=True)
    """The proposal that retired it."""
    erased_at = models.DateTimeField(null=True, blank=True)

    proposal_id = models.UUIDField()
    proposed_by = models.JSONField()
    applied_by = models.JSONField()
    approved_by = models.JSONField(default=list)
    evidence_ids = models.JSONField(default=list)

    objects = MemoryQuerySet.as_manager()

    # Given by the readers that attach them.
    authority: str | None
    score: float
    predecessor: Memory | None
    successor: Memory | None

    class Meta:
        verbose_name_plural = "memories"
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="one_number_a_memory"),
            models.UniqueConstraint(fields=["lineage", "version"], name="one_successor_at_most"),
            models.CheckConstraint(
                condition=models.Q(valid_until=None)
                | models.Q(valid_until__gt=models.F("valid_from")),
                name="a_window_has_length",
            ),
            models.CheckConstraint(condition=models.Q(kind__in=Kind.values), name="known_kind"),
        ]
        indexes = [
            models.Index(
                fields=["project", "kind", "-recorded_at", "-id"], name="newest_of_a_kind"
            ),
            models.Index(fields=["project", "-recorded_at", "-id"], name="memory_by_time"),
            models.Index(fields=["project", "value"], name="memory_by_value"),
            models.Index(fields=["project"], condition=may_differ(), name="memory_may_differ"),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        return label_of(self.number)

    @property
    def heading(self) -> str:
        return self.title or first_words(self.content)

    @property
    def words(self) -> dict[str, Any]:
        """What `digest` covers, beside the salt."""
        return canonical.words_of(
            {
                "kind": self.kind,
                "title": self.title,
                "content": self.content,
                "tags": self.tags,
                "valid_from": None if self.starts_when_applied else self.valid_from,
                "valid_until": self.valid_until,
                "links": self.links,
            }
        )

    @cached_property
    def links(self) -> list[dict[str, str]]:
        """The links it was approved with, to the very ids that were named."""
        # Were one forged across the wall, it would name nothing here.
        edges = self.outgoing.filter(target__project=self.project_id)
        found = edges.exclude(type=EdgeType.UPDATES).order_by("pk")
        return [
            {"type": type, "memory_id": str(public_id)}
            for type, public_id in found.values_list("type", "target__public_id")
        ]
