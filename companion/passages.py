"""A text in pieces, each with what it carries: passages overlap, and a page cannot nest them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

LETTERS = 26


@dataclass(frozen=True, slots=True)
class Passage:
    """Code points of the canonical text, half open."""

    key: str
    start: int
    end: int
    is_stated: bool = True


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    is_carrying: bool = False
    is_stated: bool = False
    """Something that it carries stands there in so many words."""
    ending: tuple[str, ...] = ()
    """The keys of the passages that end with it."""


def pieces(text: str, passages: Sequence[Passage]) -> Iterator[Piece]:
    """The whole text in its order, cut wherever a passage begins or ends."""
    kept = [one for one in passages if 0 <= one.start < one.end <= len(text)]
    cuts = sorted({0, len(text), *(at for one in kept for at in (one.start, one.end))})
    waiting = sorted(kept, key=lambda one: one.start, reverse=True)
    open_now: list[Passage] = []
    for start, end in pairwise(cuts):
        while waiting and waiting[-1].start <= start:
            open_now.append(waiting.pop())
        yield Piece(
            text[start:end],
            bool(open_now),
            any(one.is_stated for one in open_now),
            tuple(one.key for one in open_now if one.end == end),
        )
        open_now = [one for one in open_now if one.end > end]


def letter(place: int) -> str:
    """a … z, aa, ab …: what a fact is called beside its passage."""
    name = ""
    place += 1
    while place:
        place, last = divmod(place - 1, LETTERS)
        name = chr(ord("a") + last) + name
    return name
