"""What the server knows of the site tools: the only proof that an agent found them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.conf import settings
from django.utils import timezone

from memory.http import ProjectRequest
from memory.models import Project, ToolCall
from memory.models.tool_call import BY_AGENTS
from memory.prepared import Given, Prepared
from waggle_site.tools.registry import BY_NAME, TOOLS
from waggle_site.workspace.parts import parts_of
from waggle_site.workspace.trial import Finding, look_at

LOOKED_AT = 300
PARTS = ("called", "last_read", "looked_at", "trials", "uncalled")


@dataclass(frozen=True, slots=True)
class LastCall:
    """`at` is none where no agent called the tool lately."""

    tool: str
    at: datetime | None = None
    outcome: str = ""


class Preflight:
    looked_at = LOOKED_AT

    def __init__(self, request: ProjectRequest) -> None:
        self.request, self.access = request, request.access

    def parts(self) -> dict[str, Any]:
        return parts_of(self, *PARTS)

    @cached_property
    def last_calls(self) -> list[LastCall]:
        may = self.access.may
        names = [tool.name for tool in TOOLS if may(tool.scope.role)]
        return last_calls(self.access.project, names)

    @property
    def called(self) -> list[LastCall]:
        return [one for one in self.last_calls if one.at]

    @property
    def uncalled(self) -> list[LastCall]:
        return [one for one in self.last_calls if not one.at]

    @property
    def last_read(self) -> datetime | None:
        calls = [one for one in self.last_calls if BY_NAME[one.tool].reads_only]
        return max((one.at for one in calls if one.at and one.outcome == "ok"), default=None)

    @property
    def trials(self) -> list[Finding]:
        origin = f"{self.request.scheme}://{self.request.get_host()}"
        tokens = settings.WAGGLE_ORIGIN_TRIAL_TOKENS
        return look_at(tokens, origin=origin, now=timezone.now())


def last_calls(project: Project, names: list[str]) -> list[LastCall]:
    """Of each tool, among the newest calls in this project; the page's self-test is none."""
    last: dict[str, LastCall] = {}
    for tool, origin, at, outcome in _CALLS.rows(project=project.pk):
        if origin in BY_AGENTS and tool not in last:
            last[tool] = LastCall(tool, at, outcome)
    return [last.get(name) or LastCall(name) for name in names]


_CALLS = Prepared(
    lambda: (
        ToolCall.objects.filter(project=Given("project"))
        .order_by("-at", "-pk")
        .values_list("tool", "origin", "at", "outcome")[:LOOKED_AT]
    )
)
