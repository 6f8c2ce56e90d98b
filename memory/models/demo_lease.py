from django.conf import settings
from django.db import models

from memory.models.project import Project


class DemoLease(models.Model):
    """How long a visitor's demo lives, and the digest of the address that asked for it."""

    project = models.OneToOneField(Project, models.CASCADE, primary_key=True)
    guest = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    address = models.CharField(max_length=64, db_index=True)
    started_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"demo {self.project_id} until {self.expires_at}"
