"""Lines that were read and found lawful, kept beside until they are proposed: each is read once."""

from __future__ import annotations

import marshal
import tempfile
from array import array
from datetime import datetime
from typing import Any, NamedTuple

from memory.kinds import Kind
from proposals.lines.evidence import EntryLine
from proposals.lines.line import MemoryLine


class Kept(NamedTuple):
    """What a batch needs of a line. `value` is that of its content."""

    kind: Kind
    title: str
    content: str
    tags: list[str]
    valid_from: datetime | None
    valid_until: datetime | None
    retired: bool
    said: dict[str, Any] | None
    value: str


class Rows:
    """By position. A file without a name: nobody else writes it, and it goes when this does."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(buffering=1 << 20)  # noqa: SIM115 - it goes with us
        self._offsets = array("q", [0])

    def __del__(self) -> None:
        self._file.close()

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def append(self, row: Any) -> None:
        self._offsets.append(self._offsets[-1] + self._file.write(marshal.dumps(row)))

    def size(self, at: int) -> int:
        """In bytes."""
        return self._offsets[at + 1] - self._offsets[at]

    def row(self, at: int) -> Any:
        start, end = self._offsets[at], self._offsets[at + 1]
        self._file.seek(start)
        return marshal.loads(self._file.read(end - start))  # noqa: S302 - what we wrote, where nobody else can


class Spool(Rows):
    """The memories of a file."""

    def add(self, line: MemoryLine, value: str) -> None:
        kept = (
            (line.known_kind or Kind.NOTE).value,
            line.title,
            line.content,
            line.all_tags,
            line.begins.isoformat() if line.begins else None,
            line.valid_until.isoformat() if line.valid_until else None,
            line.retired_at is not None,
            line.said or None,
            value,
        )
        self.append(kept)

    def __getitem__(self, at: int) -> Kept:
        kind, title, content, tags, begins, ends, retired, said, value = self.row(at)
        return Kept(
            Kind(kind),
            title,
            content,
            tags,
            datetime.fromisoformat(begins) if begins else None,
            datetime.fromisoformat(ends) if ends else None,
            retired,
            said,
            value,
        )


class KeptEntry(NamedTuple):
    """An entry with its whole text; `number` is that of its first line."""

    number: int
    subject_id: str
    text: str
    provenance: str
    captured_at: datetime | None
    said: dict[str, Any]


class Entries(Rows):
    """The entries of a file."""

    def add(self, number: int, line: EntryLine) -> None:
        captured = line.captured_at.isoformat() if line.captured_at else None
        kept = (number, line.subject_id, line.text, str(line.provenance), captured, line.said)
        self.append(kept)

    def __getitem__(self, at: int) -> KeptEntry:
        number, subject, text, provenance, captured, said = self.row(at)
        moment = datetime.fromisoformat(captured) if captured else None
        return KeptEntry(number, subject, text, provenance, moment, said)
