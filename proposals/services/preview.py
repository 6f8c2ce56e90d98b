"""What a file would do, before anything of it is proposed: every line that is refused, every line
that holds what a reader would not see, and a few as they would come in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.models import Entry
from memory.kinds import Kind
from memory.leaks import leaks
from memory.models import Project
from memory.text import count_hidden, is_hidden
from proposals.lines.door import Lines
from proposals.lines.evidence import EntryLine
from proposals.lines.line import MemoryLine
from proposals.lines.plan import NONE
from proposals.models import Proposal
from proposals.services.survey import Survey, survey
from proposals.spans import spans

SAMPLES, SHOWN, REASONS, AROUND = 5, 50, 100, 40
MANY = 5_000
ENTRY_COSTS = 5
"""Times what a memory takes."""
OTHER = "other reasons"
# What a spreadsheet would take for a formula.
FORMULA = re.compile(r"[=@]|[+-](?=\S)")


@dataclass(frozen=True, slots=True)
class Sample:
    where: str
    line: MemoryLine

    @property
    def kind(self) -> Kind:
        return self.line.known_kind or Kind.NOTE


@dataclass(frozen=True, slots=True)
class Unseen:
    """A line with hidden characters: how many, and what stands around the first."""

    where: str
    count: int
    around: str


@dataclass(slots=True)
class Preview:
    found: Survey = field(default_factory=Survey)
    samples: list[Sample] = field(default_factory=list)
    kinds: Counter[Kind] = field(default_factory=Counter)
    unknown_kinds: int = 0
    claims: int = 0
    entry_claims: int = 0
    unseen: list[Unseen] = field(default_factory=list)
    further_unseen: list[str] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    secrets: dict[str, list[str]] = field(default_factory=dict)
    """Where something stands that looks like a key or a password, by what it looks like."""
    reasons: dict[str, list[str]] = field(default_factory=dict)
    projects: dict[str, int] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)
    known: list[Proposal] = field(default_factory=list)
    """The batches of the same file from an earlier time."""
    known_entries: int = 0

    @property
    def may_come_in(self) -> bool:
        return self.found.holds_something and not self.found.refused

    @property
    def is_long(self) -> bool:
        return self.found.memories + ENTRY_COSTS * self.found.entries >= MANY

    @property
    def by_kind(self) -> list[tuple[Kind, int]]:
        return self.kinds.most_common()

    @property
    def refused(self) -> list[tuple[str, str]]:
        """Each reason, with every line that it is about."""
        return [(reason, spans(places)) for reason, places in self.reasons.items()]

    @property
    def leaks(self) -> list[tuple[str, str]]:
        return [(kind, spans(places)) for kind, places in self.secrets.items()]

    @property
    def unseen_count(self) -> int:
        return len(self.unseen) + len(self.further_unseen)

    @property
    def unseen_elsewhere(self) -> str:
        return spans(self.further_unseen)

    @property
    def formulas_at(self) -> str:
        return spans(self.formulas)

    @property
    def links(self) -> int:
        return sum(map(len, self.found.links.values()))

    @property
    def superseding(self) -> int:
        return sum(1 for at in self.found.after if at != NONE)

    def refuse(self, where: str, reason: str) -> None:
        key = reason if reason in self.reasons or len(self.reasons) < REASONS else OTHER
        self.reasons.setdefault(key, []).append(where)

    def see(self, where: str, line: MemoryLine | EntryLine) -> None:
        if isinstance(line, MemoryLine):
            self._count(where, line)
        else:
            self.entry_claims += line.confirmed_at is not None or bool(line.claimed_confirmation)
        self._look(where, line.texts)

    def _count(self, where: str, line: MemoryLine) -> None:
        if len(self.samples) < SAMPLES:
            self.samples.append(Sample(where, line))
        self.kinds[line.known_kind or Kind.NOTE] += 1
        self.unknown_kinds += line.known_kind is None
        self.claims += line.claimed_approval is not None

    def _look(self, where: str, words: Sequence[str]) -> None:
        if any(FORMULA.match(one) for one in words):
            self.formulas.append(where)
        for kind in leaks("\n".join(words)):
            self.secrets.setdefault(kind, []).append(where)
        if count := sum(map(count_hidden, words)):
            self._mark(where, count, words)

    def _mark(self, where: str, count: int, words: Sequence[str]) -> None:
        if len(self.unseen) < SHOWN:
            self.unseen.append(Unseen(where, count, _around(words)))
        else:
            self.further_unseen.append(where)


def preview(project: Project, lines: Lines) -> Preview:
    """Raises Unreadable where nothing of the file can be read."""
    made = Preview()
    made.found = survey(project, lines, refuse=made.refuse, seen=made.see)
    made.projects = dict(lines.wish.projects)
    made.left_out = {what: count for what, count in lines.wish.left_out.items() if count}
    own = Proposal.objects.in_project(project).filter(imported_from=made.found.digest)
    made.known = list(own.order_by("number"))
    if made.found.entries:
        there = Entry.objects.in_project(project).filter(imported_from=made.found.digest)
        made.known_entries = there.count()
    return made


def _around(words: Sequence[str]) -> str:
    """A piece of the first text that holds one, with its neighbours."""
    whole = next(one for one in words if count_hidden(one))
    at = next(place for place, char in enumerate(whole) if is_hidden(char))
    start, end = max(0, at - AROUND), at + AROUND
    piece = whole[start:end].replace("\n", " ")
    return ("…" if start else "") + piece + ("…" if end < len(whole) else "")
