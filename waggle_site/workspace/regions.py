"""An open Workspace asks for its regions that an event can change, and is given these alone.

Which events change a region is said where it stands, in its `data-live`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from django.http import HttpRequest

from memory.models import Memory, Project
from memory.models.memory import label_of
from memory.prepared import Given, Prepared, fitting_lists, given_list
from proposals.services.changing import waiting_to_change

HEADER = "X-Waggle-Regions"
TEMPLATES = {
    "strip": "_strip.html",
    "nav-review": "_nav_review.html",
    "bell": "_bell.html",
    "guide-now": "guide/_beside.html",
    "guide-steps": "guide/_beside.html",
    "standing": "workspace/_standing.html",
    "purpose": "workspace/_purpose.html",
    "waiting": "workspace/_waiting.html",
    "groups": "workspace/_groups.html",
    "decisions": "workspace/_decisions.html",
    "recent": "workspace/_recent.html",
    "map-rows": "workspace/_map_rows.html",
    "tool-calls": "workspace/_tool_calls.html",
    "days": "workspace/_lately.html",
}
NOTED = re.compile(r"waits-M-([0-9]{3,15})", re.ASCII)
"""Beside a memory: what waits to change it."""


def asked_for(request: HttpRequest, project: Project) -> dict[str, Any] | None:
    """None where the page is asked for, or a region that nobody knows here."""
    names = request.headers.get(HEADER, "").split()
    numbers = [int(noted[1]) for name in names if (noted := NOTED.fullmatch(name))]
    known = [name for name in names if name in TEMPLATES]
    if not names or len(known) + len(numbers) < len(names):
        return None
    return {
        "asked": " ".join(names),
        "templates": dict.fromkeys(TEMPLATES[name] for name in known),
        "noted": _noted(project, numbers),
    }


def _noted(project: Project, numbers: Sequence[int]) -> list[tuple[str, list[str]]]:
    found = [
        row
        for size, some in fitting_lists("number", numbers)
        for row in _memories(size).rows(project=project.pk, **some)
    ]
    changes = waiting_to_change(project, [pk for pk, _ in found])
    return [(label_of(number), changes[pk]) for pk, number in dict(found).items()]


@cache
def _memories(size: int) -> Prepared[Any]:
    rows = Memory.objects.filter(project=Given("project"), number__in=given_list("number", size))
    return Prepared(lambda: rows.values_list("pk", "number"))
