"""What goes out of a project: each memory but those erased, with what is around it, in chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any
from uuid import UUID

from memory.authority import Authority, Instant
from memory.models import Claim, Memory, Project
from memory.services.lineage import attach_links

CHUNK = 500


@dataclass(frozen=True, slots=True)
class Exported:
    memory: Memory
    """With its `links`, but those to erased memories, and its `authority` at the instant."""
    before: UUID | None
    """The version it took the place of: the nearest one that was not erased."""
    valid_until: datetime | None
    retired_at: datetime | None
    """These two as it has them, unless only an erased version took its place: then it ends there,
    or nothing in a file would say that it is true no more.
    """
    overtaken_at: datetime | None
    """When the first later version begins."""
    superseded_by: UUID | None
    """The newest later version that has begun, unless it was erased."""
    said: dict[str, Any]
    """What the file claimed that it came from."""


@dataclass(frozen=True, slots=True)
class _Version:
    version: int
    public_id: UUID
    valid_from: datetime
    recorded_at: datetime
    is_erased: bool


def exported(project: Project, instant: Instant) -> Iterator[Exported]:
    """In the order they were recorded. What is recorded while this runs is left out."""
    own = Memory.objects.in_project(project)
    erased = {str(one) for one in own.exclude(erased_at=None).values_list("public_id", flat=True)}
    shown = own.at(instant).served().order_by("pk")
    after = 0
    while rows := list(shown.filter(pk__gt=after)[:CHUNK]):
        after = rows[-1].pk
        claims = dict(Claim.objects.filter(memory__in=rows).values_list("memory_id", "said"))
        versions = _versions(project, rows, instant)
        for row in attach_links(rows):
            row.links = [link for link in row.links if link["memory_id"] not in erased]
            around = versions.get(row.lineage, [])
            yield _exported(row, around, instant, claims.get(row.pk, {}))


def _versions(
    project: Project, rows: Sequence[Memory], instant: Instant
) -> dict[UUID, list[_Version]]:
    """Of the lineages of more than one, all that were known, oldest first."""
    lineages = {row.lineage for row in rows if row.version > 1 or row.succeeded_at}
    known = (
        Memory.objects.in_project(project)
        .filter(lineage__in=lineages, recorded_at__lte=instant.known_at)
        .order_by("lineage", "version")
        .values_list("lineage", "version", "public_id", "valid_from", "recorded_at", "erased_at")
    )
    found: dict[UUID, list[_Version]] = {}
    for lineage, version, public_id, begins, recorded_at, erased_at in known:
        one = _Version(version, public_id, begins, recorded_at, erased_at is not None)
        found.setdefault(lineage, []).append(one)
    return found


def _exported(
    row: Memory, around: Sequence[_Version], instant: Instant, said: dict[str, Any]
) -> Exported:
    before = [one for one in around if one.version < row.version and not one.is_erased]
    later = [one for one in around if one.version > row.version]
    begun = [one for one in later if one.valid_from <= instant.as_of]
    is_superseded = row.authority == Authority.SUPERSEDED
    by = begun[-1] if is_superseded and begun and not begun[-1].is_erased else None
    valid_until, retired_at = _ends(row, later)
    return Exported(
        memory=row,
        before=before[-1].public_id if before else None,
        valid_until=valid_until,
        retired_at=retired_at,
        overtaken_at=min((one.valid_from for one in later), default=None),
        superseded_by=by.public_id if by else None,
        said=said,
    )


def _ends(row: Memory, later: Sequence[_Version]) -> tuple[datetime | None, datetime | None]:
    """When its window ends, and when it was retired."""
    begin = attrgetter("valid_from")
    first = min(later, key=begin, default=None)
    told = min((one for one in later if not one.is_erased), key=begin, default=None)
    if first is None or row.retired_at or (told and told.valid_from <= first.valid_from):
        return row.valid_until, row.retired_at
    if first.valid_from <= row.valid_from:
        return row.valid_until, first.recorded_at
    ends = [one for one in (row.valid_until, first.valid_from) if one]
    return min(ends), None
