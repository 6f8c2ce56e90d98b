"""A project as lines: its memories in the order they were recorded, streamed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Max

from memory.models import Claim, Memory, Project
from memory.services.lineage import attach_links
from memory.times import iso

CHUNK = 500
EARLIER = 5

Line = dict[str, Any]


def lines(project: Project) -> Iterator[Line]:
    """Every memory but those erased. What is recorded while this runs is left out."""
    own = Memory.objects.in_project(project)
    end = own.aggregate(end=Max("pk"))["end"] or 0
    erased = {str(one) for one in own.exclude(erased_at=None).values_list("public_id", flat=True)}
    after = 0
    while rows := list(own.filter(pk__gt=after, pk__lte=end).order_by("pk")[:CHUNK]):
        after = rows[-1].pk
        shown = attach_links([row for row in rows if row.erased_at is None])
        claims = dict(Claim.objects.filter(memory__in=shown).values_list("memory_id", "said"))
        before = _before(project, shown)
        for row in shown:
            yield _line(row, before.get(row.public_id), claims.get(row.pk), erased)


def _before(project: Project, rows: Sequence[Memory]) -> dict[UUID, UUID]:
    """The version that each took the place of: the nearest one that was not erased."""
    lineages = {row.lineage for row in rows if row.version > 1}
    versions = (
        Memory.objects.in_project(project)
        .filter(lineage__in=lineages, erased_at=None)
        .order_by("lineage", "version")
        .values_list("lineage", "public_id")
    )
    found: dict[UUID, UUID] = {}
    last: tuple[UUID, UUID] | None = None
    for lineage, public_id in versions:
        if last and last[0] == lineage:
            found[public_id] = last[1]
        last = (lineage, public_id)
    return found


def _line(row: Memory, before: UUID | None, said: Line | None, erased: set[str]) -> Line:
    line: Line = {
        "type": "memory",
        "id": str(row.public_id),
        "kind": row.kind,
        "title": row.title,
        "content": row.content,
        "tags": row.tags,
        "links": [link for link in row.links if link["memory_id"] not in erased],
        "valid_from": iso(row.valid_from),
        "valid_until": iso(row.valid_until) if row.valid_until else None,
        "recorded_at": iso(row.recorded_at),
        "retired_at": iso(row.retired_at) if row.retired_at else None,
        "supersedes": str(before) if before else None,
        "claimed_approval": _approval(row, said or {}),
    }
    return {name: value for name, value in line.items() if value not in (None, "", [])}


def _approval(row: Memory, said: Line) -> Line:
    """Who stood behind it here; what an earlier file claimed goes on as a claim."""
    own = {
        "approved_by": row.approved_by,
        "proposed_by": _public(row.proposed_by),
        "applied_by": _public(row.applied_by),
    }
    earlier = _earlier(said)
    return own | ({"earlier": earlier} if earlier else {})


def _earlier(said: Line) -> list[Line]:
    if not said:
        return []
    before = said.get("claimed_approval")
    further: list[Line] = []
    if isinstance(before, dict):
        before = dict(before)
        known = before.pop("earlier", [])
        further = known if isinstance(known, list) else []
    here = {**said, "claimed_approval": before} if before else dict(said)
    return [here, *further][:EARLIER]


def _public(actor: dict[str, Any]) -> dict[str, Any]:
    return {name: actor[name] for name in ("kind", "name", "on_behalf_of") if name in actor}
