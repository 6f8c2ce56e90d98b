from django.db import models

from memory.kinds import EdgeType
from memory.models.memory import Memory
from memory.models.project import Project


class Edge(models.Model):
    """A typed link from one memory to another of the same project, as immutable as they are.

    An `updates` edge goes from the new memory to the one it supersedes and tells how that came.
    """

    project = models.ForeignKey(Project, models.PROTECT, related_name="edges")
    type = models.CharField(max_length=12, choices=EdgeType)
    source = models.ForeignKey(Memory, models.PROTECT, related_name="outgoing")
    target = models.ForeignKey(Memory, models.PROTECT, related_name="incoming")
    created_at = models.DateTimeField()

    proposal_id = models.UUIDField(null=True)
    proposed_by = models.JSONField(null=True)
    reviewers = models.JSONField(default=list)
    reason = models.TextField(blank=True)
    evidence_ids = models.JSONField(default=list)
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(source=models.F("target")), name="no_link_to_itself"
            ),
            models.UniqueConstraint(
                fields=["target"],
                condition=models.Q(type=EdgeType.UPDATES),
                name="one_update_of_a_memory",
            ),
            models.UniqueConstraint(fields=["type", "source", "target"], name="one_link_of_a_type"),
            models.CheckConstraint(
                condition=models.Q(type__in=EdgeType.values), name="known_edge_type"
            ),
        ]
        indexes = [models.Index(fields=["project", "type"], name="edge_by_type")]

    def __str__(self) -> str:
        return f"{self.source_id} {self.type} {self.target_id}"
