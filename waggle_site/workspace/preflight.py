"""What the server knows of the site tools: the only proof that an agent found them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils import timezone

from memory.http import ProjectRequest
from memory.models import Project, ToolCall
from waggle_site.guide.happened import BY_AGENTS
from waggle_site.tools.registry import BY_NAME, TOOLS
from waggle_site.workspace.trial import look_at

LOOKED_AT = 300


@dataclass(frozen=True, slots=True)
class LastCall:
    """`call` is none where no agent called the tool lately."""

    tool: str
    call: ToolCall | None


def preflight(request: ProjectRequest) -> dict[str, Any]:
    access = request.access
    calls = last_calls(access.project, [tool.name for tool in TOOLS if access.may(tool.scope.role)])
    origin = f"{request.scheme}://{request.get_host()}"
    return {
        "last_calls": calls,
        "last_read": max(
            (one.call.at for one in calls if one.call and BY_NAME[one.tool].reads_only),
            default=None,
        ),
        "looked_at": LOOKED_AT,
        "trials": look_at(settings.WAGGLE_ORIGIN_TRIAL_TOKENS, origin=origin, now=timezone.now()),
    }


def last_calls(project: Project, names: list[str]) -> list[LastCall]:
    """Of each tool, among the newest calls in this project; the page's self-test is none."""
    rows = ToolCall.objects.filter(project=project).order_by("-at", "-pk")[:LOOKED_AT]
    last: dict[str, ToolCall] = {}
    for row in rows:
        if row.origin in BY_AGENTS:
            last.setdefault(row.tool, row)
    return [LastCall(name, last.get(name)) for name in names]
