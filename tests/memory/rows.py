"""Memories put straight into the table, in states that no service would bring about in a test."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from memory.models import Memory, Project

_numbers = itertools.count(900_000)

NOON = datetime(2026, 5, 14, 12, tzinfo=UTC)


def hour(offset: float) -> datetime:
    """That many hours after noon of one certain day."""
    return NOON + timedelta(hours=offset)


def a_row(project: Project, *, lineage: UUID | None = None, **fields: Any) -> Memory:
    public_id = uuid4()
    known: dict[str, Any] = {
        "public_id": public_id,
        "project": project,
        "number": next(_numbers),
        "kind": "fact",
        "content": "The harbour is open.",
        "salt": b"0123456789abcdef",
        "digest": "0" * 64,
        "value": "0" * 64,
        "lineage": lineage or public_id,
        "recorded_at": NOON,
        "valid_from": NOON,
        "proposal_id": uuid4(),
        "proposed_by": {"kind": "system", "name": "test"},
        "applied_by": {"kind": "system", "name": "test"},
    }
    return Memory(**(known | fields))


def put(project: Project, **fields: Any) -> Memory:
    return Memory.objects.bulk_create([a_row(project, **fields)])[0]


def put_versions(project: Project, *versions: dict[str, Any]) -> list[Memory]:
    """One lineage, its versions in order."""
    rows = [a_row(project, version=number, **fields) for number, fields in enumerate(versions, 1)]
    for row in rows:
        row.lineage = rows[0].public_id
    return Memory.objects.bulk_create(rows)
