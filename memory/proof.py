"""The proof of a project: its chain holds, and what it keeps is what the chain says of it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

from memory import audit
from memory.audit import Verdict
from memory.canonical import digest
from memory.kinds import EdgeType
from memory.models import AuditEvent, Edge, Memory, Project

AT_ONCE = 500
Contradictions = Iterator[tuple[int, str]]
"""The number of an event and what about it is not so."""


Row = TypeVar("Row", bound=Any)
Event = tuple[str, int, str, str]
"""Whom it is about, its number, its type, and the digest that it names."""


@dataclass(frozen=True)
class Told(Generic[Row]):
    """Rows of one kind against the events that tell of them, as many at a time as fit in memory."""

    noun: str
    recorded: str
    erased: str
    rows: Callable[[Project], QuerySet[Any]]
    ready: Callable[[Sequence[Row]], None] = lambda rows: None
    """Gives a row what its words need, before they are asked for."""
    further: Callable[[Row, set[str]], str] = lambda row, types: ""
    """What else about it is not so, by the types of the events that tell of it."""

    def contradictions(self, project: Project) -> Contradictions:
        # A row and its event are one transaction: whichever is read first, the other is there.
        yield from self._rows_without_event(project)
        yield from self._events_without_row(project)

    def _rows_without_event(self, project: Project) -> Contradictions:
        rows = self.rows(project).order_by("pk").iterator(chunk_size=AT_ONCE)
        for some in _batches(rows):
            self.ready(some)
            about = {str(row.public_id) for row in some}
            events = defaultdict(list)
            for event in _events(project, object_id__in=about):
                events[event[0]].append(event)
            for row in some:
                if fault := self._fault(row, events[str(row.public_id)]):
                    yield fault

    def _fault(self, row: Row, events: list[Event]) -> tuple[int, str] | None:
        recorded = next((one for one in events if one[2] == self.recorded), None)
        types = {event_type for _, _, event_type, _ in events}
        if recorded is None:
            return 1, f"no event tells of {row.label}"
        _, seq, _, named = recorded
        if named != row.digest:
            return seq, f"{row.label} is not the {self.noun} that it recorded"
        if row.erased_at is None and digest(row.words, salt=bytes(row.salt)) != named:
            return seq, f"the words of {row.label} are not those that it recorded"
        if row.erased_at and self.erased not in types:
            return seq, f"the words of {row.label} are gone, and no event tells why"
        further = self.further(row, types)
        return (seq, further) if further else None

    def _events_without_row(self, project: Project) -> Contradictions:
        for some in _batches(_events(project, type=self.recorded).iterator(chunk_size=AT_ONCE)):
            rows = self.rows(project).filter(public_id__in=[about for about, *_ in some])
            there = {str(name) for name in rows.values_list("public_id", flat=True)}
            for about, seq, *_ in some:
                if about not in there:
                    yield seq, f"the {self.noun} that it recorded is gone"


def _batches(rows: Iterable[Any]) -> Iterator[list[Any]]:
    walk = iter(rows)
    while some := list(islice(walk, AT_ONCE)):
        yield some


def _events(project: Project, **narrowed: Any) -> QuerySet[AuditEvent, Event]:
    rows = AuditEvent.objects.filter(project=project, **narrowed).order_by("seq")
    return rows.values_list("object_id", "seq", "type", "details__digest")


def _attach_links(memories: Sequence[Memory]) -> None:
    """Those it was recorded with; a link that came later is none of its words."""
    edges = Edge.objects.filter(source__in=memories).exclude(type=EdgeType.UPDATES).order_by("pk")
    links = defaultdict(list)
    for source, at, type, target in edges.values_list(
        "source_id", "created_at", "type", "target__public_id"
    ):
        links[source, at].append({"type": type, "memory_id": str(target)})
    for memory in memories:
        vars(memory)["links"] = links[memory.pk, memory.recorded_at]


def _unexplained_end(memory: Memory, types: set[str]) -> str:
    untold = memory.retired_at and "memory.retired" not in types
    return f"{memory.label} is retired, and no event tells why" if untold else ""


TOLD: list[Told[Any]] = [
    Told[Memory](
        noun="memory",
        recorded="memory.recorded",
        erased="memory.erased",
        rows=lambda project: Memory.objects.filter(project=project),
        ready=_attach_links,
        further=_unexplained_end,
    )
]
"""What is proven beside the chain; an app that keeps words of its own adds them."""


def prove(project: Project, *, anchor: tuple[int, str] | None = None) -> Verdict:
    verdict = audit.verify(project, anchor=anchor)
    if verdict.broken_at is not None:
        return verdict
    for told in TOLD:
        for seq, reason in told.contradictions(project):
            return replace(verdict, broken_at=seq, reason=reason)
    return verdict
