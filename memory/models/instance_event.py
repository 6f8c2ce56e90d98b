from django.db import models


class InstanceEvent(models.Model):
    """What happened to the installation itself, such as a demo that was dropped whole."""

    at = models.DateTimeField()
    type = models.CharField(max_length=40)
    details = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.type
