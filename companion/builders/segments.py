"""Where a text falls apart before any grammar: blocks, bullets, pieces fit to parse."""

import re
from collections.abc import Iterator
from typing import NamedTuple

LONGEST = 2_000
_BULLET = re.compile(
    r"[ \t]*(?:(?:[-*+\u2022\u2023\u25e6\u2043>#]+|\d{1,3}[.)]|\[[ xX]?\])[ \t]+)+"
)
_NEW_LINE = re.compile(r"[ \t]*(?:[-*+\u2022\u2023\u25e6\u2043>#]|\d{1,3}[.)]\s|\[[ xX]?\])")
_LABEL = re.compile(r"[^\n:=.?!]{1,40}[:=]\s")
_ENDS = re.compile(r"[.!?\u2026][\"'\u201d\u2019)]*\s+")
_WRAPPED = 40
_SHORT = 100
_PARTING = re.compile(r";\s+(?!so\b)")


class Segment(NamedTuple):
    """A half-open slice of the canonical text, without spaces, bullet or semicolon at its edges."""

    start: int
    end: int


def segments(text: str) -> Iterator[Segment]:
    """In order. Every word of the text is in one of them; a line that merely wraps goes on."""
    for start, end in _blocks(text):
        bullet = _BULLET.match(text, start, end)
        begin = bullet.end() if bullet else start
        stops = _semicolons(text, begin, end) if end - begin <= _SHORT else []
        for stop in stops:
            yield from _pieces(text, begin, stop)
            begin = stop
        yield from _pieces(text, begin, end)


def _semicolons(text: str, start: int, end: int) -> list[int]:
    """In a short line they part notes: rear tyre worn; front ok."""
    return [found.end() for found in _PARTING.finditer(text, start, end)]


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    begin = line = 0
    while line <= len(text):
        end = text.find("\n", line)
        if end == -1:
            yield begin, len(text)
            return
        if not _goes_on(text[line:end].strip(), text[end + 1 : end + 200]):
            yield begin, end
            begin = end + 1
        line = end + 1


def _goes_on(line: str, following: str) -> bool:
    following = following.split("\n", 1)[0]
    if not line or not following.strip() or line[-1] in ":;.!?" or _NEW_LINE.match(following):
        return False
    first = following.lstrip()[0]
    if _LABEL.match(following) or _LABEL.match(line):
        return False
    return len(line) >= _WRAPPED and (first.islower() or first.isalnum())


def _pieces(text: str, start: int, end: int) -> Iterator[Segment]:
    while end - start > LONGEST:
        cut = _cut(text, start, start + LONGEST)
        yield from _stripped(text, start, cut)
        start = cut
    yield from _stripped(text, start, end)


def _cut(text: str, start: int, limit: int) -> int:
    """After the last sentence that ends before `limit`; else at a space; else right there."""
    ends = [found.end() for found in _ENDS.finditer(text, start, limit)]
    if ends:
        return ends[-1]
    space = text.rfind(" ", start + 1, limit)
    return space if space > start else limit


def _stripped(text: str, start: int, end: int) -> Iterator[Segment]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] == ";"):
        end -= 1
    if start < end:
        yield Segment(start, end)
