from django.db import models

from memory.models.project import Project


class Erasure(models.Model):
    """One erasure: of what, by whom, and why. Its event holds the digest of the reason."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="erasures")
    object_type = models.CharField(max_length=20)
    object_id = models.CharField(max_length=64)
    at = models.DateTimeField()
    by = models.JSONField()
    reason = models.TextField()
    salt = models.BinaryField(max_length=16)

    class Meta:
        indexes = [models.Index(fields=["project", "object_id"], name="erasures_of_an_object")]

    def __str__(self) -> str:
        return f"{self.object_type} {self.object_id}"
