"""What is typed into the search of a page: words, and filters such as `kind:decision`.

kind:decision tag:storage authority:superseded author:"Ada L" after:2026-01-01 before:2026-03-29
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory.authority import Authority
from memory.kinds import Kind
from memory.looking_back import read_instant
from memory.services.narrowing import Narrowing
from memory.spoken import to_the_digit

EVERYTHING = "all"
# Not a time, a path, an address or a name of some code: those are words.
_PIECE = re.compile(r'"[^"]*"|(?<!\S)([A-Za-z]{3,}):("[^"]*"|(?![/\\:"])\S+)')


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter in words, and the query that is left without it."""

    words: str
    rest: str


@dataclass
class Asked:
    words: str = ""
    kinds: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    authors: list[str] = field(default_factory=list)
    authority: str = ""
    after: datetime | None = None
    before: datetime | None = None
    chips: list[Chip] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def narrowing(self) -> Narrowing:
        return Narrowing(
            tuple(self.kinds), tuple(self.tags), tuple(self.authors), self.after, self.before
        )


def parse(query: str) -> Asked:
    """Whatever is no filter, or cannot be read as one, stays a word; the problems name it."""
    asked = Asked()
    words, end = [], 0
    for piece in _PIECE.finditer(query):
        name, value = (piece[1] or "").lower(), (piece[2] or "").strip('"').strip()
        if not name or not _read(asked, name, value):
            continue
        asked.chips[-1] = Chip(asked.chips[-1].words, _without(query, *piece.span()))
        words.append(query[end : piece.start()])
        end = piece.end()
    asked.words = " ".join(" ".join([*words, query[end:]]).split())
    return asked


def _without(query: str, start: int, end: int) -> str:
    return f"{query[:start].rstrip()} {query[end:].lstrip()}".strip()


def _read(asked: Asked, name: str, value: str) -> bool:
    if name not in _READERS:
        known = ", ".join(_READERS)
        asked.problems.append(f"“{name}” is no filter; it is searched for. Filters are {known}.")
        return False
    try:
        asked.chips.append(Chip(_READERS[name](asked, value), ""))
    except ValueError as error:
        asked.problems.append(f"{name}:{value} is not understood: {error}.")
        return False
    return True


def _kind(asked: Asked, value: str) -> str:
    return Kind(_one_of(Kind, value, asked.kinds)).label


def _tag(asked: Asked, value: str) -> str:
    asked.tags.append(_some(value))
    return f"tagged {value}"


def _author(asked: Asked, value: str) -> str:
    asked.authors.append(_some(value))
    return f"proposed by {value}"


def _authority(asked: Asked, value: str) -> str:
    if asked.authority:
        raise ValueError(f"the authority is {asked.authority} already; name one")
    if value.lower() == EVERYTHING:
        asked.authority = EVERYTHING
        return "whatever its authority"
    asked.authority = _one_of(Authority, value, [])
    return Authority(asked.authority).label


def _after(asked: Asked, value: str) -> str:
    asked.after = read_instant(value)
    return f"begins on {to_the_digit(asked.after)} or later"


def _before(asked: Asked, value: str) -> str:
    asked.before = read_instant(value)
    return f"begins before {to_the_digit(asked.before)}"


def _one_of(choices: Any, value: str, found: list[str]) -> str:
    if value.lower() not in choices.values:
        raise ValueError(f"choose one of {', '.join(choices.values)}")
    found.append(value.lower())
    return value.lower()


def _some(value: str) -> str:
    if not value:
        raise ValueError("name one")
    return value


_READERS: dict[str, Callable[[Asked, str], str]] = {
    "kind": _kind,
    "tag": _tag,
    "authority": _authority,
    "author": _author,
    "after": _after,
    "before": _before,
}
