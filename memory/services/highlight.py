"""Where a text says what was searched for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.search.stems import stem
from memory.search.terms import UNSPACED, sought_by, words_of

SCANNED = 4_000
LEAD = 80
# A word as it is written: its accents may be characters of their own.
_RUNS = re.compile(rf"[{UNSPACED}]+|(?:[^\W_{UNSPACED}][\u0300-\u036f]*)+")
_IS_UNSPACED = re.compile(f"[{UNSPACED}]")
_JOINT = re.compile(r"[-_./\\:@#+]")


@dataclass(frozen=True, slots=True)
class Run:
    text: str
    is_hit: bool = False


class Hits:
    def __init__(self, query: str) -> None:
        terms = sought_by(query).terms
        self.stems = {stem(term) for term in terms if not term.endswith("*")}
        self.starts = tuple(term[:-1] for term in terms if term.endswith("*"))

    def runs(self, text: str) -> Iterator[Run]:
        """The whole text, in runs that are hits and runs that are not."""
        end = 0
        for start, stop in self._joined(text):
            if start > end:
                yield Run(text[end:start])
            yield Run(text[start:stop], is_hit=True)
            end = stop
        if end < len(text):
            yield Run(text[end:])

    def window(self, text: str, length: int) -> str:
        """So much of the text around its first hit, cut with dots."""
        first = next(self._spans(text[:SCANNED]), (0, 0))[0]
        start = 0 if first < length - LEAD else text.rfind(" ", 0, first - LEAD) + 1
        cut = text[start : start + length]
        end = "…" if start + length < len(text) else ""
        return f"{'…' if start else ''}{cut.rstrip() if end else cut}{end}"

    def _joined(self, text: str) -> Iterator[tuple[int, int]]:
        """Hits that touch, or that one joint of an identifier parts, are one."""
        last: tuple[int, int] | None = None
        for start, stop in self._spans(text):
            if last and (start <= last[1] or _JOINT.fullmatch(text[last[1] : start])):
                last = (last[0], max(stop, last[1]))
                continue
            if last:
                yield last
            last = (start, stop)
        if last:
            yield last

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        for run in _RUNS.finditer(text):
            start, stop = run.span()
            if not _IS_UNSPACED.match(run[0]):
                if self._has(run[0]):
                    yield start, stop
                continue
            for at in range(start, stop):
                pair = min(at + 2, stop)
                if pair - at == 2 and self._has(text[at:pair]):
                    yield at, pair
                elif self._has(text[at]):
                    yield at, at + 1

    def _has(self, written: str) -> bool:
        return any(
            stem(word) in self.stems or (self.starts and word.startswith(self.starts))
            for word in words_of(written)
        )
