"""One way in for every file that is understood: whatever it is, it comes out as lines."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from django.utils import timezone

from proposals.lines import abhi, backup, notes, server_memory, sqlite_file, table
from proposals.lines.fields import as_bytes
from proposals.lines.kinds_of_file import Format, recognised
from proposals.lines.raw import TOO_LONG, Readable, raw_lines
from proposals.lines.told import Refused, Told, Unreadable, Wish

READERS: dict[Format, Callable[[BinaryIO, Wish], Iterator[Told]]] = {
    Format.BACKUP: backup.told,
    Format.ABHI: abhi.told,
    Format.SERVER_MEMORY: server_memory.told,
    Format.NOTES: notes.told,
    Format.CSV: table.told,
}


def lines_of(source: Path | BinaryIO, format: Format | None = None, *, only: str = "") -> Lines:
    """A file, a folder of notes, or an open file that can be sought in, as lines.

    Iterated, it yields `Told`: a number, where it stands (`line 3`, `nodes row 7`,
    `row 2 (line 2)`, `plans/release.md`), and its line as bytes or fields, or why there is none
    (`Refused`). Nothing is written, and nothing of the file is run. Once it was iterated to its
    end, `digest` names what it held, and `wish` tells what else there was: the `projects` that it
    holds memories of, and what it holds that is none (`left_out`).

    `format` where the content does not tell; `only` narrows a file that holds several projects to
    the one of that name. Raises Unreadable, with words fit for a reader (`… is encrypted`), if
    nothing can be read, here or while it is iterated. An open file stays open.
    """
    return Lines(source, format or recognised(source), only)


class Lines:
    """What `lines_of` tells. Iterated again, it says the same."""

    def __init__(self, source: Path | BinaryIO, format: Format, only: str) -> None:
        self.source, self.format, self.only = source, format, only
        self.wish = Wish(timezone.now(), only)
        self.digest = ""
        """SHA-256: of JSON lines, the file's own; of any other file, that of the lines it makes."""

    def __iter__(self) -> Iterator[Told]:
        self.wish = Wish(timezone.now(), self.only)
        hashed = hashlib.sha256()
        if self.format is Format.LINES:
            with _opened(self.source) as file:
                yield from _own(_Hashing(file, hashed.update))
        else:
            for told in self._told():
                hashed.update(_bytes(told))
                yield told
        self.digest = hashed.hexdigest()

    def _told(self) -> Iterator[Told]:
        if self.format is Format.DATABASE:
            with _on_disk(self.source) as path:
                yield from sqlite_file.told(path, self.wish)
        elif isinstance(self.source, Path) and self.source.is_dir():
            if self.format is not Format.NOTES:
                raise Unreadable("is a folder; only notes are brought in from one")
            yield from notes.told(self.source, self.wish)
        else:
            with _opened(self.source) as file:
                yield from READERS[self.format](file, self.wish)


def _own(file: Readable) -> Iterator[Told]:
    for raw in raw_lines(file):
        line = Refused(TOO_LONG) if raw.bytes is None else raw.bytes
        yield Told(raw.number, f"line {raw.number}", line)


def _bytes(told: Told) -> bytes:
    line = told.line
    said = line.reason if isinstance(line, Refused) else line
    return as_bytes([told.where, said.decode() if isinstance(said, bytes) else said])


class _Hashing:
    """A file of which every byte that is read is told."""

    def __init__(self, file: BinaryIO, hears: Callable[[bytes], None]) -> None:
        self.file, self.hears = file, hears

    def readline(self, limit: int = -1, /) -> bytes:
        piece = self.file.readline(limit)
        self.hears(piece)
        return piece


@contextmanager
def _opened(source: Path | BinaryIO) -> Iterator[BinaryIO]:
    if isinstance(source, Path):
        with source.open("rb") as file:
            yield file
    else:
        source.seek(0)
        yield source


@contextmanager
def _on_disk(source: Path | BinaryIO) -> Iterator[Path]:
    """SQLite opens nothing but a file by its path."""
    if isinstance(source, Path):
        yield source
        return
    source.seek(0)
    with tempfile.NamedTemporaryFile(prefix="waggle-", suffix=".db") as file:
        shutil.copyfileobj(source, file)
        file.flush()
        yield Path(file.name)
