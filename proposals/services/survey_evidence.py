"""The evidence of a file, held to every rule before anything of it is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.models import Subject
from companion.services.words import fit_text
from memory import limits
from memory.errors import InvalidInput
from memory.models import Project
from proposals.lines.evidence import EntryLine, SubjectLine
from proposals.lines.spool import Entries
from proposals.lines.told import Told


@dataclass(slots=True)
class Evidence:
    """Entries in their order, and the label of each subject that the file tells of, by its name."""

    entries: Entries = field(default_factory=Entries)
    labels: dict[str, str] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    """What its entries are about."""


@dataclass(slots=True)
class _Open:
    """An entry that further lines may go on with."""

    told: Told
    line: EntryLine
    parts: list[str]
    size: int


class EvidenceSurvey:
    """`refuse` hears of each refusal and where it stands, `seen` of each entry that may come in."""

    def __init__(
        self,
        project: Project,
        refuse: Callable[[str, str], None],
        seen: Callable[[str, EntryLine], None] | None,
    ) -> None:
        self.project, self.refuse, self.seen = project, refuse, seen
        self.found = Evidence()
        self.told_at: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self.about: dict[str, list[str]] = {}
        self.open: _Open | None = None

    def take_subject(self, where: str, line: SubjectLine) -> None:
        if self.told_at.setdefault(line.subject_id, where) != where:
            self.refuse(where, f"subject_id: {self.told_at[line.subject_id]} has it already")
            return
        self.found.labels[line.subject_id] = line.label

    def take_entry(self, told: Told, line: EntryLine) -> None:
        if line.continues is not None:
            self._go_on(told, line)
            return
        self.close()
        if line.id is not None and self.ids.setdefault(line.id, told.where) != told.where:
            self.refuse(told.where, f"id: {self.ids[line.id]} has it already")
        self.about.setdefault(line.subject_id or "", []).append(told.where)
        self.open = _Open(told, line, [line.text], len(line.text))

    def _go_on(self, told: Told, line: EntryLine) -> None:
        if self.open is None or self.open.line.id != line.continues:
            self.refuse(told.where, "continues: is not the id of the entry on the line before")
            return
        self.open.size += len(line.text)
        # What is too long already is refused, and needs no more of its words for that.
        if self.open.size <= 2 * limits.ENTRY:
            self.open.parts.append(line.text)

    def close(self) -> None:
        """No further line goes on with the entry before."""
        done, self.open = self.open, None
        if done is None:
            return
        try:
            text = fit_text("".join(done.parts))
        except InvalidInput as problem:
            self.refuse(done.told.where, f"text: {problem.fields['text']}")
            return
        line = done.line.model_copy(update={"text": text})
        self.found.entries.add(done.told.number, line)
        if self.seen:
            self.seen(done.told.where, line)

    def finish(self) -> Evidence:
        """Once every line was told."""
        self.close()
        known = self._known(self.about.keys() | self.found.labels.keys())
        for name, places in self.about.items():
            if name not in self.told_at and not known.get(name):
                for where in places:
                    self.refuse(where, "subject_id: names no subject of this file or this project")
        for name, where in self.told_at.items():
            if name in known and not known[name]:
                self.refuse(where, "subject_id: is the name of a subject that was erased")
            elif name not in known and name not in self.about:
                self.refuse(
                    where,
                    "subject_id: no entry of this file is about it, and a subject comes in with"
                    " its first entry; take the line out",
                )
        self.found.named = set(self.about)
        return self.found

    def _known(self, names: set[str]) -> dict[str, bool]:
        """Whether each of this project's subjects among these stands, by its name."""
        if not names:
            return {}
        rows = Subject.objects.in_project(self.project)
        pairs = rows.values_list("subject_id", "erased_at")
        return {name: erased is None for name, erased in pairs if name in names}
