"""What an agent is told first: the project in a few sections, all of it true now."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

from memory import limits
from memory.authority import Instant
from memory.kinds import Kind
from memory.models import AuditEvent, Memory, Project
from memory.services.lineage import attach_neighbours
from memory.services.recall import what_is_true, with_links

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
    sections, omitted = {}, {}
    for name, kinds in SECTIONS.items():
        of_kind = true.filter(kind__in=kinds).order_by("-recorded_at", "-pk")
        sections[name] = list(with_links(of_kind[:max_items]))
        if further := _further(of_kind, max_items, len(sections[name])):
            omitted[name] = further
    attach_neighbours((row for rows in sections.values() for row in rows), instant)
    return Brief(sections, recent_changes(project, instant, max_items), omitted)


def _further(rows: QuerySet[Memory], shown: int, found: int) -> int:
    if found < shown:
        return 0
    return rows.order_by()[shown : shown + limits.COUNTED_FURTHER].count()


def recent_changes(project: Project, instant: Instant, max_items: int) -> list[Change]:
    """What was recorded or superseded last, newest first; a memory's words only while true."""
    events = AuditEvent.objects.filter(
        project=project, type__in=("memory.recorded", "memory.retired"), at__lte=instant.known_at
    ).order_by("-seq")[: max_items * 4]
    ids = [event.object_id for event in events]
    true = {
        str(row.public_id): row
        for row in with_links(what_is_true(project, instant).filter(public_id__in=ids))
    }
    attach_neighbours(true.values(), instant)
    changes = [
        Change(event.at, "superseded" if row.predecessor else "recorded", row, row.predecessor)
        for event in events
        if (row := true.get(event.object_id)) and event.type == "memory.recorded"
    ]
    return changes[:max_items]
