"""Two versions of a memory side by side, whichever two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render

from memory.access import get_memory
from memory.authority import Instant
from memory.http import ProjectRequest, project_page
from memory.models import Memory, Project
from memory.numbers import parse_number
from memory.services.lineage import attach_links, lineage
from memory.services.listing import with_authority
from proposals.comparing import Compared
from proposals.states import Operation


@project_page()
def changes(request: ProjectRequest, ref: str) -> HttpResponse:
    project = request.access.project
    memory = get_memory(project, ref)
    versions = _with_authority(project, lineage(memory))
    typed = {side: request.GET.get(side, "") for side in ("from", "to")}
    old, new = (_chosen(versions, typed[side]) for side in ("from", "to"))
    if not any(typed.values()):
        new = versions[-1]
        old = versions[-2] if len(versions) > 1 else new
    context: dict[str, Any] = {
        "memory": memory,
        "versions": versions,
        "old": old,
        "new": new,
        "unknown": [] if old and new else _unknown(versions, typed),
    }
    if old and new and not (old.erased_at or new.erased_at):
        context["change"] = _compared(project, old, new)
    return render(
        request, "proposals/changes.html", context, status=422 if context["unknown"] else 200
    )


def _with_authority(project: Project, versions: Sequence[Memory]) -> list[Memory]:
    known = with_authority(project, [one.public_id for one in versions], Instant.now())
    return attach_links([known[one.public_id] for one in versions if one.public_id in known])


def _chosen(versions: Sequence[Memory], typed: str) -> Memory | None:
    """By the version's own count, which is what a reader of a lineage sees."""
    number = parse_number(typed)
    return next((one for one in versions if one.version == number), None)


def _unknown(versions: Sequence[Memory], typed: dict[str, str]) -> list[str]:
    """What was asked for and is no version of this memory."""
    return [typed[side] for side in typed if _chosen(versions, typed[side]) is None]


def _compared(project: Project, old: Memory, new: Memory) -> Compared:
    ids = {UUID(link["memory_id"]) for one in (old, new) for link in one.links}
    known = with_authority(project, list(ids), Instant.now()) if ids else {}
    names = {
        str(public_id): memory for public_id, memory in known.items() if memory.erased_at is None
    }
    return Compared(Operation.UPDATE, _words(old), _words(new), names)


def _words(memory: Memory) -> dict[str, Any]:
    """With the instant from which it held, named or not."""
    return {**memory.words, "valid_from": memory.valid_from}
