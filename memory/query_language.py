"""What is typed into the search of a page: words, and filters such as `kind:decision`.

kind:decision tag:storage authority:superseded author:"Ada L" after:2026-01-01 before:2026-03-29
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

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
    """A filter as it was typed and in words, and the query that is left without it."""

    name: str
    value: str
    words: str
    rest: str = ""


@dataclass
class Query:
    """What was typed, whatever it narrows."""

    words: str = ""
    kinds: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    authors: list[str] = field(default_factory=list)
    after: datetime | None = None
    before: datetime | None = None
    chips: list[Chip] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


Said = TypeVar("Said", bound=Query)
Readers = Mapping[str, Callable[[Said, str], str]]
"""Each notes one filter's value and says it in words; ValueError where it cannot."""


@dataclass
class Asked(Query):
    authority: str = ""

    @property
    def narrowing(self) -> Narrowing:
        return Narrowing(
            tuple(self.kinds), tuple(self.tags), tuple(self.authors), self.after, self.before
        )


def parse(query: str) -> Asked:
    return read(query, Asked(), _READERS)


def read(query: str, asked: Said, readers: Readers[Said]) -> Said:
    """Whatever is no filter, or cannot be read as one, stays a word; the problems name it."""
    words, end = [], 0
    for piece in _PIECE.finditer(query):
        name, value = (piece[1] or "").lower(), (piece[2] or "").strip('"').strip()
        if not name or not _is_read(asked, name, value, readers):
            continue
        asked.chips[-1] = replace(asked.chips[-1], rest=_without(query, *piece.span()))
        words.append(query[end : piece.start()])
        end = piece.end()
    asked.words = " ".join(" ".join([*words, query[end:]]).split())
    return asked


def instead(query: str, name: str, value: str = "") -> str:
    """The query with this filter in place of all that it had of the name."""
    rest, end = "", 0
    for piece in _PIECE.finditer(query):
        if (piece[1] or "").lower() == name:
            rest, end = f"{rest}{query[end : piece.start()]}".rstrip() + " ", piece.end()
    quoted = f'"{value}"' if " " in value else value
    return f"{rest}{query[end:].lstrip()} {f'{name}:{quoted}' if value else ''}".strip()


def _without(query: str, start: int, end: int) -> str:
    return f"{query[:start].rstrip()} {query[end:].lstrip()}".strip()


def _is_read(asked: Said, name: str, value: str, readers: Readers[Said]) -> bool:
    if name not in readers:
        known = ", ".join(readers)
        asked.problems.append(f"“{name}” is no filter; it is searched for. Filters are {known}.")
        return False
    try:
        asked.chips.append(Chip(name, value, readers[name](asked, value)))
    except ValueError as error:
        asked.problems.append(f"{name}:{value} is not understood: {error}.")
        return False
    return True


def _kind(asked: Query, value: str) -> str:
    return Kind(one_of(Kind.values, value, asked.kinds)).label


def _tag(asked: Query, value: str) -> str:
    asked.tags.append(some(value))
    return f"tagged {value}"


def _author(asked: Query, value: str) -> str:
    asked.authors.append(some(value))
    return f"proposed by {value}"


def _authority(asked: Asked, value: str) -> str:
    if asked.authority:
        raise ValueError(f"the authority is {asked.authority} already; name one")
    if value.lower() == EVERYTHING:
        asked.authority = EVERYTHING
        return "whatever its authority"
    asked.authority = one_of(Authority.values, value, [])
    return Authority(asked.authority).label


def _after(asked: Asked, value: str) -> str:
    asked.after = read_instant(value)
    return f"begins on {to_the_digit(asked.after)} or later"


def _before(asked: Asked, value: str) -> str:
    asked.before = read_instant(value)
    return f"begins before {to_the_digit(asked.before)}"


def one_of(values: Collection[str], value: str, found: list[str]) -> str:
    if value.lower() not in values:
        raise ValueError(f"choose one of {', '.join(values)}")
    found.append(value.lower())
    return value.lower()


def some(value: str) -> str:
    if not value:
        raise ValueError("name one")
    return value


COMMON: Readers[Query] = {"kind": _kind, "tag": _tag, "author": _author}
_READERS: Readers[Asked] = {
    **COMMON,
    "authority": _authority,
    "after": _after,
    "before": _before,
}
