from __future__ import annotations

from django.db import models

from companion.metamodel import FACTUAL, Modality, NodeType, Polarity, Provenance, Status
from companion.models.construction_run import ConstructionRun
from companion.models.entry import Entry
from companion.models.subject import Subject
from memory import limits
from memory.models import Project


class Node(models.Model):
    """One end of facts of an entry, under an id made of what it is."""

    node_id = models.CharField(max_length=limits.RELATION_ID)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="nodes")
    type = models.CharField(max_length=12, choices=[(t.value, t.value) for t in NodeType])
    label = models.CharField(max_length=limits.LABEL, blank=True)
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "node_id"], name="one_node_of_an_id")
        ]

    def __str__(self) -> str:
        return self.node_id


def factual(through: str = "") -> models.Q:
    """A fact that the entry's newest reading holds: the one condition before any tool. `through`
    leads to the relation, such as `relations__`.
    """
    return models.Q(**{f"{through}retired_at": None, f"{through}status__in": FACTUAL})


class RelationQuerySet(models.QuerySet["Relation"]):
    def in_project(self, project: Project) -> RelationQuerySet:
        return self.filter(project=project)

    def factual(self) -> RelationQuerySet:
        return self.filter(factual())


class Relation(models.Model):
    """A fact of an entry: node, predicate, node, with the excerpt that carries it.

    Its id is made of what it says, so a later reading that finds the same finds the same id. It is
    retired when a later reading does not hold it, and never deleted. An inference has no row here.
    """

    relation_id = models.CharField(max_length=limits.RELATION_ID)
    vocabulary_id = models.CharField(max_length=limits.RELATION_ID)
    project = models.ForeignKey(Project, models.CASCADE, related_name="relations")
    subject = models.ForeignKey(Subject, models.CASCADE, related_name="relations")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="relations")
    from_node = models.ForeignKey(Node, models.CASCADE, related_name="outgoing")
    predicate = models.CharField(max_length=limits.LABEL, blank=True)
    to_node = models.ForeignKey(Node, models.CASCADE, related_name="incoming")
    polarity = models.CharField(max_length=8, choices=[(p.value, p.value) for p in Polarity])
    modality = models.CharField(max_length=12, choices=[(m.value, m.value) for m in Modality])
    provenance = models.CharField(max_length=20, choices=[(p.value, p.value) for p in Provenance])
    attribution = models.TextField(null=True, blank=True)
    quantity = models.JSONField(null=True, blank=True)
    said_status = models.CharField(max_length=24, choices=[(s.value, s.value) for s in Status])
    status = models.CharField(max_length=24, choices=[(s.value, s.value) for s in FACTUAL])
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()

    first_run = models.ForeignKey(ConstructionRun, models.CASCADE, related_name="discovered")
    current_run = models.ForeignKey(ConstructionRun, models.CASCADE, related_name="holds")
    """The newest reading that found it."""
    recorded_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)
    retired_by = models.ForeignKey(
        ConstructionRun, models.CASCADE, null=True, blank=True, related_name="retired"
    )

    objects = RelationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "relation_id"], name="one_relation_of_an_id"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=[s.value for s in FACTUAL]),
                name="no_inference_is_a_relation",
            ),
            models.CheckConstraint(
                condition=models.Q(end__gt=models.F("start")), name="an_excerpt_has_length"
            ),
        ]
        indexes = [
            models.Index(
                fields=["subject", "vocabulary_id", "relation_id"], name="relations_of_an_item"
            )
        ]

    def __str__(self) -> str:
        return self.relation_id

    @property
    def is_fact(self) -> bool:
        """What `factual` asks of rows."""
        return self.retired_at is None and self.status in FACTUAL

    @property
    def is_stated(self) -> bool:
        return self.status == Status.SOURCE_EXPLICIT

    @property
    def is_denied(self) -> bool:
        return self.polarity == Polarity.NEGATIVE

    @property
    def reserve(self) -> str:
        """How it is said, where it is not plainly asserted."""
        return "" if self.modality == Modality.ASSERTED else self.modality


class Happening(models.TextChoices):
    ADDED = "added", "Found for the first time"
    CHANGED = "changed", "Found again, otherwise than before"
    RETIRED = "retired", "Not found again"
    RETURNED = "returned", "Found again after it was retired"
    ERASED = "erased", "Its words were erased"


class RelationEvent(models.Model):
    """What became of a relation, reading by reading; finding it again unchanged leaves no line."""

    relation = models.ForeignKey(Relation, models.CASCADE, related_name="events")
    run = models.ForeignKey(
        ConstructionRun, models.CASCADE, null=True, blank=True, related_name="relation_events"
    )
    what = models.CharField(max_length=8, choices=Happening)
    at = models.DateTimeField()
    details = models.JSONField(default=dict)
    """What changed, `{field: [was, is]}`: statuses and offsets, never words."""

    class Meta:
        indexes = [models.Index(fields=["relation", "id"], name="events_of_a_relation")]

    def __str__(self) -> str:
        return f"{self.relation_id} {self.what}"
