from django.contrib.auth.models import AbstractUser
from django.db import models

from memory import limits


class User(AbstractUser):
    display_name = models.CharField(max_length=limits.DISPLAY_NAME, blank=True)
    is_guest = models.BooleanField(default=False)
    """A demo visitor: no password, one project."""

    single_keys = models.BooleanField(default=True)
    """Whether one key alone does something in pages."""

    @property
    def name(self) -> str:
        return self.display_name or self.username
