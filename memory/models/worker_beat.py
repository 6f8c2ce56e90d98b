from django.db import models


class WorkerBeat(models.Model):
    """When a worker last said that it lives."""

    name = models.CharField(max_length=100, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
