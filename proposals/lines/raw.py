"""The lines of a file as bytes, none of them ever held that is too long to be one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from memory import limits

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Raw:
    """`number` counts from 1 as editors do; `bytes` is None where the line is too long."""

    number: int
    offset: int
    bytes: bytes | None


def raw_lines(file: BinaryIO) -> Iterator[Raw]:
    """All but the blank ones."""
    number, offset = 0, 0
    while piece := file.readline(limits.LINE_BYTES + 2):
        number += 1
        start, size, whole = offset, len(piece), piece.rstrip(b"\r\n")
        while not piece.endswith(b"\n") and (piece := file.readline(limits.LINE_BYTES)):
            size += len(piece)
        offset += size
        if number == 1:
            whole = whole.removeprefix(BOM)
        if size > limits.LINE_BYTES + 2 or len(whole) > limits.LINE_BYTES:
            yield Raw(number, start, None)
        elif whole.strip():
            yield Raw(number, start, whole)


def line_at(file: BinaryIO, offset: int) -> bytes:
    """One that was read before, and found to be of lawful length."""
    file.seek(offset)
    line = file.readline(limits.LINE_BYTES + 2).rstrip(b"\r\n")
    return line.removeprefix(BOM) if offset == 0 else line
