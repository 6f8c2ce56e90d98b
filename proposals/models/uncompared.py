from django.db import models

from memory.models import Project


class Uncompared(models.Model):
    """Memories of a large batch, by their numbers, that the worker has yet to compare with what is
    true.
    """

    project = models.ForeignKey(Project, models.CASCADE, related_name="uncompared")
    first = models.PositiveBigIntegerField()
    last = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.first} to {self.last} of {self.project_id}"
