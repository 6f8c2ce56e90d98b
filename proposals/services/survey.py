"""A whole file, read once and held to every rule before anything of it is written."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from uuid import UUID

from django.utils import timezone

from memory import limits
from memory.authority import Instant
from memory.models import Memory, Project
from memory.prepared import fitting_lists
from memory.roles import Role
from memory.services.recall import what_is_true
from memory.values import value_of
from proposals.lines.door import Lines
from proposals.lines.evidence import EntryLine, SubjectLine
from proposals.lines.line import EdgeLine, MemoryLine
from proposals.lines.plan import NONE, TooLarge, batches
from proposals.lines.read import read_line
from proposals.lines.spool import Spool
from proposals.lines.told import Refused, Told
from proposals.models import Proposal, RejectedValue
from proposals.services.survey_evidence import Evidence, EvidenceSurvey

Refuse = Callable[[str, str], None]
Seen = Callable[[str, MemoryLine | EntryLine], None]


@dataclass(slots=True)
class Survey:
    """What a file holds, by position: the memories in their order; and its evidence."""

    digest: str = ""
    lines: int = 0
    refused: int = 0
    numbers: array[int] = field(default_factory=lambda: array("q"))
    kept: Spool = field(default_factory=Spool)
    after: array[int] = field(default_factory=lambda: array("q"))
    links: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    batches: list[list[int]] = field(default_factory=list)
    retired: int = 0
    edges: int = 0
    evidence: Evidence = field(default_factory=Evidence)

    @property
    def memories(self) -> int:
        return len(self.numbers)

    @property
    def entries(self) -> int:
        return len(self.evidence.entries)

    @property
    def holds_something(self) -> bool:
        return self.memories + self.entries > 0


def survey(project: Project, lines: Lines, *, refuse: Refuse, seen: Seen | None = None) -> Survey:
    """`refuse` hears of each refusal and where it stands, such as `line 3`; `seen` of each memory
    and entry that could be brought in. Nothing is written. Raises Unreadable where nothing can be
    read.
    """
    return _Surveyor(project, refuse, seen).read(lines)


class _Surveyor:
    def __init__(self, project: Project, refuse: Refuse, seen: Seen | None) -> None:
        self.project, self.told, self.seen = project, refuse, seen
        self.found = Survey()
        self.now = timezone.now()
        self.places: list[str] = []
        self.ids: dict[str, int] = {}
        self.supersedes: dict[int, str] = {}
        self.named: list[tuple[str, int, str, str]] = []
        self.edges: list[tuple[str, str, str, str]] = []
        self.values: list[bytes] = []
        self.kinds: list[str] = []
        self.ended: set[int] = set()
        self.evidence = EvidenceSurvey(project, self.refuse, seen)

    def refuse(self, where: str, reason: str) -> None:
        self.found.refused += 1
        self.told(where, reason)

    def read(self, lines: Lines) -> Survey:
        for told in lines:
            self.found.lines += 1
            self._take(told)
        self.found.digest = lines.digest
        self.found.evidence = self.evidence.finish()
        self._resolve()
        self._ask_the_project()
        if not self.found.refused:
            self._plan()
        return self.found

    def _take(self, told: Told) -> None:
        if isinstance(told.line, Refused):
            self.refuse(told.where, told.line.reason)
            return
        try:
            line = read_line(told.line, self.now)
        except ValueError as error:
            self.refuse(told.where, str(error))
            return
        if isinstance(line, EntryLine):
            self.evidence.take_entry(told, line)
            return
        self.evidence.close()
        if isinstance(line, SubjectLine):
            self.evidence.take_subject(told.where, line)
        elif isinstance(line, EdgeLine):
            self.found.edges += 1
            self.edges.append((told.where, line.source, line.edge_type, line.target))
        elif isinstance(line, MemoryLine):
            self._take_memory(told, line)

    def _take_memory(self, told: Told, line: MemoryLine) -> None:
        at = self.found.memories
        if line.id is not None and self.ids.setdefault(line.id, at) != at:
            self.refuse(told.where, f"id: {self.places[self.ids[line.id]]} has it already")
        self.places.append(told.where)
        self.found.numbers.append(told.number)
        self.found.after.append(NONE)
        if line.supersedes is not None:
            self.supersedes[at] = line.supersedes
        self.named += [(told.where, at, link.type, link.memory_id) for link in line.links]
        if line.retired_at:
            self.found.retired += 1
        if line.retired_at or (line.valid_until and line.valid_until <= self.now):
            self.ended.add(at)
        value = value_of(self.project, line.content)
        self.values.append(bytes.fromhex(value))
        self.found.kept.add(line, value)
        self.kinds.append(line.known_kind or "note")
        if self.seen:
            self.seen(told.where, line)

    def _resolve(self) -> None:
        found, taken = self.found, dict[int, int]()
        for at, ref in self.supersedes.items():
            where, old = self.places[at], self.ids.get(ref)
            if old is None:
                self.refuse(where, "supersedes: names no line of this file")
            elif old == at:
                self.refuse(where, "supersedes: names itself")
            elif taken.setdefault(old, at) != at:
                self.refuse(where, f"supersedes: {self.places[taken[old]]} does already")
            else:
                found.after[at] = old
        self._refuse_circles()
        ends: dict[int, set[tuple[str, int]]] = {}
        for where, at, kind, ref in self.named:
            self._link(ends, where, at, kind, ref, twice="links: names one twice")
        for where, source, kind, target in self.edges:
            start = self.ids.get(source)
            if start is None:
                self.refuse(where, "source: names no line of this file")
            else:
                self._link(ends, where, start, kind, target)
        self.named, self.edges = [], []

    def _link(
        self,
        ends: dict[int, set[tuple[str, int]]],
        where: str,
        at: int,
        kind: str,
        ref: str,
        twice: str = "",
    ) -> None:
        end = self.ids.get(ref)
        known = ends.setdefault(at, set())
        if end is None:
            self.refuse(where, f"{'links' if twice else 'target'}: names no line of this file")
        elif end == at:
            self.refuse(where, "links: a memory does not link to itself")
        elif (kind, end) in known:
            if twice:
                self.refuse(where, twice)
        elif len(known) >= limits.LINE_LINKS:
            self.refuse(where, f"links: one memory has more than {limits.LINE_LINKS}")
        else:
            known.add((kind, end))
            self.found.links.setdefault(at, []).append((kind, end))

    def _refuse_circles(self) -> None:
        after, state = self.found.after, bytearray(self.found.memories)
        for start in range(len(after)):
            path, at = [], start
            while at != NONE and state[at] == 0:
                state[at] = 1
                path.append(at)
                at = after[at]
            if at != NONE and state[at] == 1:
                self.refuse(self.places[at], "supersedes: goes round in a circle")
                after[at] = NONE
            for one in path:
                state[one] = 2

    def _ask_the_project(self) -> None:
        """What a reviewer said no to, and what is true here already."""
        rejected = RejectedValue.objects.filter(project=self.project, lifted_at=None)
        known = Memory.objects.in_project(self.project)
        if not (rejected.exists() or known.exists()):
            return
        begun = {old for old in self.found.after if old != NONE}
        for start in range(0, self.found.memories, limits.BATCH):
            chunk = range(start, min(start + limits.BATCH, self.found.memories))
            values = {self.values[at].hex() for at in chunk}
            said_no = {row.value: row for row in self._rows(rejected, values)}
            true = self._true_already(values)
            for at in chunk:
                value, where = self.values[at].hex(), self.places[at]
                if no := said_no.get(value):
                    self.refuse(where, _no(no))
                    continue
                label = true.get((value, self.kinds[at]))
                if label and at not in self.ended and at not in begun:
                    self.refuse(where, f"content: {label} says this already")

    def _rows(self, rejected: object, values: set[str]) -> Iterator[RejectedValue]:
        for _, some in fitting_lists("value", list(values)):
            yield from rejected.filter(value__in=list(some.values())).select_related("proposal")  # type: ignore[attr-defined] # a queryset

    def _true_already(self, values: set[str]) -> dict[tuple[str, str], str]:
        moment = timezone.now()
        same = what_is_true(self.project, Instant(moment, moment))
        return {
            (memory.value, memory.kind): memory.label
            for _, some in fitting_lists("value", list(values))
            for memory in same.filter(value__in=list(some.values())).only(
                "number", "value", "kind", "proposal_id"
            )
            if memory.proposal_id not in self._own
        }

    @cached_property
    def _own(self) -> set[UUID]:
        """The batches of this very file, from an earlier run."""
        own = Proposal.objects.in_project(self.project).filter(imported_from=self.found.digest)
        return set(own.values_list("public_id", flat=True))

    def _plan(self) -> None:
        found = self.found
        ends = {at: [end for _, end in links] for at, links in found.links.items()}
        try:
            found.batches = batches(found.after, ends, found.kept.size)
        except TooLarge as error:
            self.refuse(
                self.places[error.at],
                f"belongs with more than {limits.BATCH:,} lines that supersede or link to each"
                " other in a circle; they do not fit one batch. Take some of the links out.",
            )


def _no(row: RejectedValue) -> str:
    when = f"{row.at:%Y-%m-%d}"
    by = Role(row.by_role).label.lower()
    return f"content: rejected before, by {by}, on {when} ({row.proposal.label}): {row.reason}"
