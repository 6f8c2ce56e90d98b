"""What an agent is told first: the project in a few sections, all of it true now."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import chain
from typing import Any
from uuid import UUID

from memory import limits
from memory.authority import Instant
from memory.kinds import Kind
from memory.models import AuditEvent, Memory, Project
from memory.models.memory import MemoryQuerySet
from memory.prepared import Given, Prepared, fitting_lists, given_instant, given_list, values_of
from memory.services.lineage import complete
from memory.services.recall import true_among

SECTIONS: dict[str, tuple[Kind, ...]] = {
    "goals": (Kind.GOAL,),
    "key_decisions": (Kind.DECISION,),
    "requirements": (Kind.REQUIREMENT, Kind.CONSTRAINT),
    "facts": (Kind.FACT,),
    "preferences": (Kind.PREFERENCE,),
    "procedures": (Kind.PROCEDURE,),
    "open_questions": (Kind.QUESTION,),
}


@dataclass(frozen=True, slots=True)
class Change:
    at: datetime
    what: str
    memory: Memory
    previous: Memory | None


@dataclass(frozen=True, slots=True)
class Brief:
    sections: dict[str, list[Memory]]
    recent_changes: list[Change]
    omitted: dict[str, int] = field(default_factory=dict)


def make_brief(project: Project, *, instant: Instant, max_items: int) -> Brief:
    values = {"project": project.pk, **values_of(instant)}
    found = {name: _newest(kinds, max_items, values) for name, kinds in SECTIONS.items()}
    shown = [pk for pks in found.values() for pk in pks]
    rows = complete(true_among(shown, project, instant), instant)
    by_pk = {row.pk: row for row in rows}
    further = {
        name: _further(kinds, max_items, values)
        for name, kinds in SECTIONS.items()
        if len(found[name]) == max_items
    }
    return Brief(
        {name: [by_pk[pk] for pk in pks] for name, pks in found.items()},
        recent_changes(project, instant, max_items),
        {name: count for name, count in further.items() if count},
    )


# One kind at a time: only so does SQLite take the index that has a kind's newest first.


def _newest(kinds: Sequence[str], max_items: int, values: dict[str, Any]) -> list[int]:
    found = (_newest_of_a_kind(max_items).rows(kind=kind, **values) for kind in kinds)
    return [pk for _, pk in sorted(chain(*found), reverse=True)[:max_items]]


def _further(kinds: Sequence[str], max_items: int, values: dict[str, Any]) -> int:
    """How many there are beside those shown, counted up to 1 000."""
    question = _of_a_kind(max_items + limits.COUNTED_FURTHER)
    count = sum(question.count(kind=kind, **values) for kind in kinds)
    return min(count - max_items, limits.COUNTED_FURTHER)


def _true_of_a_kind() -> MemoryQuerySet:
    rows = Memory.objects.filter(project=Given("project"), kind=Given("kind"))
    return rows.authoritative(given_instant())


@cache
def _newest_of_a_kind(most: int) -> Prepared[Any]:
    ordered = ("-recorded_at", "-pk")
    return Prepared(
        lambda: _true_of_a_kind().order_by(*ordered).values_list("recorded_at", "pk")[:most]
    )


@cache
def _of_a_kind(most: int) -> Prepared[Any]:
    return Prepared(lambda: _true_of_a_kind().values_list("pk")[:most])


def recent_changes(project: Project, instant: Instant, max_items: int) -> list[Change]:
    """What was recorded or superseded last, newest first; a memory's words only while true."""
    events = AuditEvent.objects.filter(
        project=project, type="memory.recorded", at__lte=instant.known_at
    ).order_by("-seq")[: max_items * 4]
    ids = [UUID(event.object_id) for event in events]
    # The rows first and alone, or SQLite looks through all that is true for them.
    pks = [
        pk
        for size, some in fitting_lists("id", ids)
        for pk, owner in _by_id(size).rows(**some)
        if owner == project.pk
    ]
    true = {str(row.public_id): row for row in complete(true_among(pks, project, instant), instant)}
    changes = [
        Change(event.at, "superseded" if row.predecessor else "recorded", row, row.predecessor)
        for event in events
        if (row := true.get(event.object_id))
    ]
    return changes[:max_items]


@cache
def _by_id(size: int) -> Prepared[Any]:
    return Prepared(
        lambda: Memory.objects.filter(public_id__in=given_list("id", size)).values_list(
            "pk", "project_id"
        )
    )
