from django.db import models

from memory.models.memory import Memory


class Claim(models.Model):
    """What a file said of a memory that it brought: when it was recorded, who approved it there.

    Kept to be read, never believed: nothing that decides anything looks here.
    """

    memory = models.OneToOneField(Memory, models.CASCADE, related_name="claim")
    said = models.JSONField()

    def __str__(self) -> str:
        return f"claims about {self.memory_id}"
