"""What an agent is told first: the project in a few sections, all of it true now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import chain
from typing import Any, NamedTuple
from uuid import UUID

from memory import limits
from memory.authority import Instant
from memory.kinds import Kind
from memory.models import AuditEvent, Memory, Project
from memory.prepared import Given, Prepared, values_of
from memory.services.lineage import complete
from memory.services.listing import keys_of
from memory.services.newest import newest_of, true_of_a_kind
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
    found = {name: newest_of(kinds, max_items, values) for name, kinds in SECTIONS.items()}
    lately = _recorded_lately(max_items * 4, values)
    pks = dict.fromkeys([*chain(*found.values()), *(one.pk for one in lately)])
    rows = complete(true_among(list(pks), project, instant), instant)
    by_pk = {row.pk: row for row in rows}
    further = {
        name: _further(kinds, max_items, values)
        for name, kinds in SECTIONS.items()
        if len(found[name]) == max_items
    }
    return Brief(
        {name: [by_pk[pk] for pk in pks] for name, pks in found.items()},
        _changes(lately, by_pk)[:max_items],
        {name: count for name, count in further.items() if count},
    )


def _further(kinds: Sequence[str], max_items: int, values: dict[str, Any]) -> int:
    """How many there are beside those shown, counted up to 1 000."""
    question = _of_a_kind(max_items + limits.COUNTED_FURTHER)
    count = sum(question.count(kind=kind, **values) for kind in kinds)
    return min(count - max_items, limits.COUNTED_FURTHER)


@cache
def _of_a_kind(most: int) -> Prepared[Any]:
    return Prepared(lambda: true_of_a_kind().values_list("pk")[:most])


class Recorded(NamedTuple):
    at: datetime
    pk: int


def _recorded_lately(most: int, values: dict[str, Any]) -> list[Recorded]:
    """The last that were recorded, newest first, whether or not they are true."""
    told = _told(most).rows(project=values["project"], known_at=values["known_at"])
    ids = [UUID(object_id) for _, object_id in told]
    # The rows first and alone, or SQLite looks through all that is true for them.
    pks = keys_of(values["project"], ids)
    return [Recorded(at, pks[id]) for (at, _), id in zip(told, ids, strict=True) if id in pks]


def _changes(lately: Sequence[Recorded], true: Mapping[int, Memory]) -> list[Change]:
    """A memory's words only while it is true."""
    rows = [(one.at, true[one.pk]) for one in lately if one.pk in true]
    return [
        Change(at, "superseded" if row.predecessor else "recorded", row, row.predecessor)
        for at, row in rows
    ]


@cache
def _told(most: int) -> Prepared[Any]:
    events = AuditEvent.objects.filter(
        project=Given("project"), type="memory.recorded", at__lte=Given("known_at")
    )
    return Prepared(lambda: events.order_by("-seq").values_list("at", "object_id")[:most])
