from django.db import models

from companion.metamodel import NodeType, Polarity, Status
from companion.models.construction_run import ConstructionRun
from memory import limits
from memory.ids import new_id


class Outcome(models.TextChoices):
    """As `companion.meaning.results.Outcome` names them."""

    FACTUAL = "factual", "Served as evidence"
    INFERRED = "inferred", "Inference, not served"
    REJECTED = "rejected", "Refused by the rules"


class Candidate(models.Model):
    """One relation that a run discovered, and what became of it. No tool reads it."""

    public_id = models.UUIDField(default=new_id, unique=True, editable=False)
    run = models.ForeignKey(ConstructionRun, models.CASCADE, related_name="candidates")
    place = models.PositiveSmallIntegerField()
    """The order of discovery."""
    outcome = models.CharField(max_length=8, choices=Outcome)
    codes = models.JSONField(default=list)
    """Why it was refused or taken for an inference."""
    said_status = models.CharField(max_length=24, choices=[(s.value, s.value) for s in Status])
    """What Stage B said of it."""
    status = models.CharField(
        max_length=24, blank=True, choices=[(s.value, s.value) for s in Status]
    )
    """What the rules left of that; none for one that they refused."""
    relation_id = models.CharField(max_length=limits.RELATION_ID, blank=True)

    subject_label = models.TextField(blank=True)
    subject_type = models.CharField(max_length=12, choices=[(t.value, t.value) for t in NodeType])
    predicate = models.TextField(blank=True)
    object_label = models.TextField(blank=True)
    object_type = models.CharField(max_length=12, choices=[(t.value, t.value) for t in NodeType])
    polarity = models.CharField(max_length=8, choices=[(p.value, p.value) for p in Polarity])
    modality = models.CharField(max_length=12)
    provenance = models.CharField(max_length=20, blank=True)
    attribution = models.TextField(blank=True)
    qualifiers = models.JSONField(default=list)
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    """The excerpt, where there is one: code points of the entry's canonical text, half open."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "place"], name="one_candidate_a_place"),
            models.CheckConstraint(
                condition=models.Q(outcome__in=Outcome.values), name="known_outcome"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run_id}/{self.place}: {self.outcome}"
