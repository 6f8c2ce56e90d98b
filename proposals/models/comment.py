from django.conf import settings
from django.db import models

from memory.ids import new_id
from proposals.models.proposal import Proposal


class Comment(models.Model):
    """What a member says about a proposal. No decision covers it, and no agent is told it."""

    public_id = models.UUIDField(default=new_id, unique=True, editable=False)
    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="comments")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    by = models.JSONField()
    text = models.TextField(blank=True)
    asks = models.BooleanField(default=False)
    """Whether a reviewer asks who proposed it for a change or an explanation."""
    mentions = models.JSONField(default=dict)
    """The members it names, by the name that follows the `@`: their ids."""
    salt = models.BinaryField(max_length=16)
    key = models.CharField(max_length=64, blank=True)
    """Names one opened form: sent twice, it is one comment."""
    at = models.DateTimeField()
    erased_at = models.DateTimeField(null=True, blank=True)
    erased_by = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["author", "key"],
                condition=~models.Q(key=""),
                name="one_comment_a_form",
            )
        ]
        indexes = [models.Index(fields=["proposal", "at"], name="comments_in_order")]

    def __str__(self) -> str:
        return f"comment on {self.proposal_id}"
