"""Answers that stay within `max_chars`: fewer memories first, then shorter contents, both said."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Protocol, TypeVar

from pydantic import BaseModel

from waggle_site.tools.results import MemoryResult

WORTH_READING = 200
"""The least of a content that is worth its place in an answer."""


class Row(Protocol):
    """A line of an answer that carries one memory."""

    @property
    def carried(self) -> MemoryResult: ...

    def model_dump(self, *, mode: str) -> dict[str, object]: ...


R = TypeVar("R", bound=Row)


@dataclass(slots=True)
class Piece:
    memory: MemoryResult
    words: int
    frame: int

    @property
    def least(self) -> int:
        return self.frame + min(self.words, WORTH_READING)


def size(value: Row | BaseModel | str) -> int:
    """Characters as JSON, written with spaces: an upper bound for denser ways of writing it."""
    plain = value if isinstance(value, str) else value.model_dump(mode="json")
    return len(json.dumps(plain, ensure_ascii=False))


def keep_within(room: int, lists: Sequence[list[R]]) -> list[int]:
    """Shorten the lists, and the contents in what stays, to the room. Returns how many each lost.

    The lists take turns, so that none starves another; each ends before a row that is too big.
    """
    kept: list[Piece] = []
    lengths = [0] * len(lists)
    ended: set[int] = set()
    for turn in zip_longest(*lists):
        for at, row in enumerate(turn):
            if row is None or at in ended:
                continue
            piece = _piece(row)
            if piece.least > room:
                ended.add(at)
                continue
            room -= piece.least
            kept.append(piece)
            lengths[at] += 1
    _share(room, kept)
    lost = [len(rows) - length for rows, length in zip(lists, lengths, strict=True)]
    for rows, length in zip(lists, lengths, strict=True):
        del rows[length:]
    return lost


def _piece(row: Row) -> Piece:
    words = size(row.carried.content) - 2
    return Piece(row.carried, words, size(row) - words + len(", "))


def _share(spare: int, pieces: list[Piece]) -> None:
    """Short contents stay whole; what they leave is shared evenly by the long ones."""
    spare += sum(min(piece.words, WORTH_READING) for piece in pieces)
    for done, piece in enumerate(sorted(pieces, key=lambda piece: piece.words)):
        share = spare // (len(pieces) - done)
        if piece.words > share:
            piece.memory.content = cut(piece.memory.content, share)
            piece.memory.content_truncated = True
        spare -= min(piece.words, share)


def cut(text: str, room: int) -> str:
    """The longest beginning of a text that takes no more room as JSON, an ellipsis included."""
    if size(text) - 2 <= room:
        return text
    low, high = 0, min(len(text), max(room, 0))
    while low < high:
        middle = (low + high + 1) // 2
        if size(text[:middle]) - 2 <= room - 1:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…" if low else ""
