"""Where sentences begin and end, by punctuation and lines alone.

The guards look for doubt, conditions and questions around an excerpt. A sentence that is taken too
wide demotes a fact; one taken too narrow would serve a condition as a fact. So a line that merely
wraps goes on.
"""

from bisect import bisect_right

import regex

_END = regex.compile(
    r"[.!?\u2026\u3002\uff01\uff1f\u061f\u06d4\u0964]+([\"'\u2019\u201d\u00bb)\]]*)"
)
_NEEDS_NO_SPACE = frozenset("\u3002\uff01\uff1f")
_NEW_BLOCK = regex.compile(r"\n[ \t]*(?:\n\s*|(?=[-*\u2022\u2023\u25e6\u2043>#]|\d+[.)]\s))")
_ABBREVIATED = regex.compile(
    r"(?<![\p{L}\p{N}])(?:e\.g|i\.e|approx|dept|resp|\p{L}{1,2}|"
    r"fig|vol|mrs|prof|inc|ltd|min|max|temp|pos|rev|ref|est|avg|incl|excl)\.$",
    regex.IGNORECASE,
)
_PERHAPS_ABBREVIATED = regex.compile(r"(?<!\p{L})\p{L}{1,4}\.$")
_NUMBERED = regex.compile(r"(?<!\p{L})no\.$", regex.IGNORECASE)
_LABEL = regex.compile(r"[^\n:.?!]{1,40}[:=]\s")
_WRAPPED = 40


class Sentences:
    """The sentences of one text as half-open pairs of offsets, in order and without gaps."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = _starts(text)

    def __len__(self) -> int:
        return len(self._starts)

    def spans(self) -> list[tuple[int, int]]:
        return list(zip(self._starts, [*self._starts[1:], len(self._text)], strict=True))

    def around(self, start: int, end: int) -> tuple[int, int]:
        """From where the sentence of `start` begins to where that of `end - 1` ends."""
        first = bisect_right(self._starts, start) - 1
        last = bisect_right(self._starts, max(start, end - 1))
        return self._starts[first], (
            self._starts[last] if last < len(self._starts) else len(self._text)
        )


def _starts(text: str) -> list[int]:
    found = {0}
    found.update(_after_breaks(text))
    found.update(_after_ends(text))
    return sorted(place for place in found if place == 0 or place < len(text))


def _after_breaks(text: str) -> list[int]:
    found = [hit.end() for hit in _NEW_BLOCK.finditer(text)]
    place, line_start = text.find("\n"), 0
    while place != -1:
        if not _goes_on(
            text[line_start:place].strip(), text[place + 1 : place + 200].lstrip(" \t")
        ):
            found.append(place + 1)
        line_start = place + 1
        place = text.find("\n", line_start)
    return found


def _goes_on(line: str, following: str) -> bool:
    if not line or not following or line[-1] in ":;.!?\u3002\uff01\uff1f\u061f":
        return False
    if _LABEL.match(following):
        return False
    return following[0].islower() or (len(line) >= _WRAPPED and following[0].isalnum())


def _after_ends(text: str) -> list[int]:
    found = []
    for hit in _END.finditer(text):
        if hit[0][0] in _NEEDS_NO_SPACE:
            found.append(hit.end())
            continue
        rest = text[hit.end() : hit.end() + 40]
        following = rest.lstrip()
        if following and rest != following and not _continues(text, hit, following[0]):
            found.append(hit.end() + len(rest) - len(following))
    return found


def _continues(text: str, hit: "regex.Match[str]", following: str) -> bool:
    before = text[max(0, hit.start() - 10) : hit.end()]
    if _NUMBERED.search(before):
        return following.isdigit()
    if _ABBREVIATED.search(before):
        return True
    if not following.islower():
        return False
    # "Is it worn?" she asked. It leaks... a little. The hyd. pump.
    return bool(hit[1] or len(hit[0]) > 2 or _PERHAPS_ABBREVIATED.search(before))
