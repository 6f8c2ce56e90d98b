from django.conf import settings
from django.db import models

from memory import limits
from memory.models.project import Project


class AgentKey(models.Model):
    """A bearer token for one project; only its digest is kept."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="agent_keys")
    name = models.CharField(max_length=limits.KEY_NAME)
    prefix = models.CharField(max_length=12, db_index=True)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    made_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="agent_keys"
    )
    """The person the key acts for; it may do no more than that person's role."""
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
