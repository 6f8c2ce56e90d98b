from __future__ import annotations

from django.db import models

from memory.models.project import Project


class Origin(models.TextChoices):
    PAGE = "page", "In the page"
    KEY = "key", "By key"
    SELF_TEST = "self_test", "Self-test"


BY_AGENTS = (Origin.PAGE, Origin.KEY)
"""The page's own self-test is no agent's call."""
READING = ("get_project_brief", "recall_memory")
"""The tools that tell memories."""


class ToolCallQuerySet(models.QuerySet["ToolCall"]):
    def readings(self) -> ToolCallQuerySet:
        """Those by which an agent was told memories."""
        return self.filter(tool__in=READING, origin__in=BY_AGENTS, outcome="ok")


class ToolCall(models.Model):
    """One invocation of a tool, refused ones too: ids and times, never words."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="tool_calls")
    tool = models.CharField(max_length=40)
    actor = models.JSONField()
    origin = models.CharField(max_length=10, choices=Origin)
    outcome = models.CharField(max_length=40)
    """`ok`, or the code of the refusal."""
    milliseconds = models.PositiveIntegerField()
    ids = models.JSONField(default=list)
    at = models.DateTimeField()

    objects = ToolCallQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["project", "-at", "-id"], name="calls_by_time")]

    def __str__(self) -> str:
        return f"{self.tool}: {self.outcome}"
