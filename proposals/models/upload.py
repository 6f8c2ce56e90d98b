from django.conf import settings
from django.db import models

from memory import limits
from memory.ids import new_id
from memory.models import Project


class Upload(models.Model):
    """A file that an owner sent, to be looked at before anything of it is proposed.

    Its content goes as soon as it was brought in, its row a while later: what stays is proposals.
    """

    public_id = models.UUIDField(default=new_id, unique=True, editable=False)
    project = models.ForeignKey(Project, models.CASCADE, related_name="uploads")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    name = models.CharField(max_length=limits.UPLOAD_NAME)
    size = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    content = models.BinaryField()
    digest = models.CharField(max_length=64, blank=True)
    """What its proposals are known by, once it was brought in."""
    outcome = models.JSONField(default=dict)

    def __str__(self) -> str:
        return str(self.public_id)

    @property
    def is_done(self) -> bool:
        return bool(self.digest)
