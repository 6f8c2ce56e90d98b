"""What an agent is told first: the project in a few sections, all of it true now."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain

from memory import limits
from memory.authority import Instant
from memory.kinds import Kind
from memory.models import AuditEvent, Memory, Project
from memory.models.memory import MemoryQuerySet
from memory.services.lineage import complete
from memory.services.recall import what_is_true

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
    true = what_is_true(project, instant)
    found = {name: _newest(true, kinds, max_items) for name, kinds in SECTIONS.items()}
    shown = [pk for pks in found.values() for pk in pks[:max_items]]
    rows = complete(true.filter(pk__in=shown), instant)
    by_pk = {row.pk: row for row in rows}
    return Brief(
        {name: [by_pk[pk] for pk in pks[:max_items]] for name, pks in found.items()},
        recent_changes(project, instant, max_items),
        {name: len(pks) - max_items for name, pks in found.items() if len(pks) > max_items},
    )


def _newest(true: MemoryQuerySet, kinds: Sequence[str], max_items: int) -> list[int]:
    """Those to be shown, and behind them those to be counted."""
    most = max_items + limits.COUNTED_FURTHER
    # One kind at a time: only so does SQLite take the index that has a kind's newest first.
    found = [
        true.filter(kind=kind)
        .order_by("-recorded_at", "-pk")
        .values_list("recorded_at", "pk")[:most]
        for kind in kinds
    ]
    return [pk for _, pk in sorted(chain(*found), reverse=True)[:most]]


def recent_changes(project: Project, instant: Instant, max_items: int) -> list[Change]:
    """What was recorded or superseded last, newest first; a memory's words only while true."""
    events = AuditEvent.objects.filter(
        project=project, type="memory.recorded", at__lte=instant.known_at
    ).order_by("-seq")[: max_items * 4]
    ids = [event.object_id for event in events]
    true = {
        str(row.public_id): row
        for row in complete(what_is_true(project, instant).filter(public_id__in=ids), instant)
    }
    changes = [
        Change(event.at, "superseded" if row.predecessor else "recorded", row, row.predecessor)
        for event in events
        if (row := true.get(event.object_id))
    ]
    return changes[:max_items]
