"""The lines of a file as bytes, none of them ever held that is too long to be one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from memory import limits

BOM = b"\xef\xbb\xbf"
TOO_LONG = f"is longer than {limits.LINE_BYTES:,} bytes"


class Readable(Protocol):
    def readline(self, limit: int = -1, /) -> bytes: ...


class Raw(NamedTuple):
    """`number` counts from 1 as editors do; `bytes` is None where the line is too long."""

    number: int
    bytes: bytes | None


def raw_lines(file: Readable) -> Iterator[Raw]:
    """All but the blank ones."""
    number = 0
    while piece := file.readline(limits.LINE_BYTES + 2):
        number += 1
        size, whole = len(piece), piece.rstrip(b"\r\n")
        while not piece.endswith(b"\n") and (piece := file.readline(limits.LINE_BYTES)):
            size += len(piece)
        if number == 1:
            whole = whole.removeprefix(BOM)
        if size > limits.LINE_BYTES + 2 or len(whole) > limits.LINE_BYTES:
            yield Raw(number, None)
        elif whole.strip():
            yield Raw(number, whole)
