"""What the database holds, so that a test can say that nothing of it changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from memory.models import AuditEvent, Project

# FTS5 keeps each index in tables of its own, whose bytes are its affair.
_SHADOWS = ("_data", "_idx", "_docsize", "_config", "_content")
# The head's moment is the clock of the last hold, whatever came of it.
_COLUMNS = {
    "memory_projecthead": "project_id, event_seq, event_digest, memory_number, proposal_number"
}


def everything() -> dict[str, list[str]]:
    """Every row of every table."""
    with connection.cursor() as cursor:
        return {
            name: _rows(cursor, name)
            for name in connection.introspection.table_names(cursor)
            if not name.endswith(_SHADOWS)
        }


def _rows(cursor: Any, name: str) -> list[str]:
    all_of_it = "rowid, *" if connection.vendor == "sqlite" else "*"
    cursor.execute(f'SELECT {_COLUMNS.get(name, all_of_it)} FROM "{name}"')
    return sorted(repr(_plain(row)) for row in cursor.fetchall())


def _plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(bytes(one) if isinstance(one, memoryview) else one for one in row)


@contextmanager
def nothing_changes() -> Iterator[None]:
    before = everything()
    yield
    after = everything()
    changed = [name for name in after if after[name] != before[name]]
    assert not changed, f"these tables changed: {changed}"


def events_of(project: Project, after: int = 0) -> list[str]:
    """The types of a project's events, in their order."""
    rows = AuditEvent.objects.filter(project=project, seq__gt=after).order_by("seq")
    return [event.type for event in rows]


@contextmanager
def leaves(project: Project, *types: str) -> Iterator[None]:
    """Exactly these events, in this order."""
    before = AuditEvent.objects.filter(project=project).count()
    yield
    found = events_of(project, after=before)
    assert found == list(types), f"left {found}"
