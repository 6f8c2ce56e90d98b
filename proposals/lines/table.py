"""A table as CSV: a row is a line, the first row says what each column holds."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import BinaryIO

from memory import limits
from proposals.lines.fields import NAMES, Misfit, named
from proposals.lines.raw import BOM
from proposals.lines.told import Refused, Told, Unreadable, Wish

DELIMITERS = ",;\t|"
SAMPLE = 64_000


def told(file: BinaryIO, wish: Wish) -> Iterator[Told]:
    """Raises Unreadable where there is no column that holds the statements."""
    delimiter = delimiter_of(file)
    file.seek(0)
    rows = csv.reader(_texts(file), delimiter=delimiter, strict=True)
    names: list[str] = []
    number, starts = 1, 1
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            yield Told(number, _where(number, starts), Refused(f"is no row: {error}"))
            return
        except _Stopped as error:
            yield Told(number, f"line {error.line}", Refused(error.reason))
            return
        if row is None:
            return
        if any(cell.strip() for cell in row):
            if names:
                yield Told(number, _where(number, starts), _line(names, row))
            else:
                names = _names(row)
        number, starts = number + 1, rows.line_num + 1


def _where(number: int, line: int) -> str:
    return f"row {number} (line {line})"


def delimiter_of(file: BinaryIO) -> str:
    """The one that parts most of the first row; a comma where none does."""
    file.seek(0)
    sample = file.readline(SAMPLE).removeprefix(BOM).decode("utf-8", "replace")
    return max(DELIMITERS, key=sample.count)


def holds_statements(names: list[str]) -> bool:
    plain = {name.strip().lower() for name in names}
    return not plain.isdisjoint(NAMES["content"])


def _names(row: list[str]) -> list[str]:
    names = [name.strip() for name in row]
    if not holds_statements(names):
        raise Unreadable(
            "has no column called content: name the columns in the first row, of them one of "
            + ", ".join(NAMES["content"])
        )
    known = [name.lower() for name in names if name]
    if len(set(known)) < len(known):
        raise Unreadable("has two columns of one name")
    return names


def _line(names: list[str], row: list[str]) -> dict[str, object] | Refused:
    if len(row) > len(names):
        return Refused(f"has {len(row)} cells for {len(names)} columns")
    cells = {name: cell for name, cell in zip(names, row, strict=False) if name}
    if any(len(cell) > limits.LINE_BYTES for cell in row):
        return Refused(f"is longer than {limits.LINE_BYTES:,} characters")
    try:
        return {"kind": "note"} | named(cells)
    except Misfit as error:
        return Refused(str(error))


class _Stopped(Exception):
    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line, self.reason = line, reason


def _texts(file: BinaryIO) -> Iterator[str]:
    """Never holds a line that is too long to be one, for `csv` would."""
    number = 0
    while piece := file.readline(limits.LINE_BYTES + 2):
        number += 1
        if len(piece) > limits.LINE_BYTES:
            raise _Stopped(number, f"is longer than {limits.LINE_BYTES:,} bytes")
        try:
            yield (piece.removeprefix(BOM) if number == 1 else piece).decode()
        except UnicodeDecodeError:
            raise _Stopped(number, "is not UTF-8; save the table as CSV in UTF-8") from None
