from django.conf import settings
from django.db import models

from memory import limits
from memory.models import Project


class SavedView(models.Model):
    """A view of the review inbox under a name: one member's own, or everybody's in the project."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="saved_views")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    """Whose it is; of one for everybody, nobody."""
    name = models.CharField(max_length=limits.VIEW_NAME)
    queue = models.CharField(max_length=10)
    query = models.TextField(blank=True)
    order = models.CharField(max_length=10)
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["position", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_shared(self) -> bool:
        return self.owner_id is None
