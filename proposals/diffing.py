"""Word-level differences between two texts, in a time that no text can stretch."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_SENTENCES = re.compile(r"[^\n.!?]*(?:[.!?]+|\n|\Z)\s*")
_A_WORD = re.compile(r"\w{4}")
_MOST_EDITS = 500

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Piece:
    op: Literal["same", "del", "ins"]
    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Tokens of the old text, from `start` to before `end`, and what stands in their place."""

    start: int
    end: int
    text: str


def word_diff(old: str, new: str) -> list[Piece]:
    """In reading order; where words are replaced, what goes out stands before what comes in.

    Texts with more than a few hundred edits are compared sentence by sentence, as a reader would.
    """
    if not old or not new:
        return _pieces([("", old, new)])
    for tokens in (_WORDS, _SENTENCES):
        before, after = tokens.findall(old), tokens.findall(new)
        matches = _matches(before, after)
        if matches is not None:
            return _pieces(_runs(before, after, matches))
    return _pieces([("", old, new)])


def word_edits(old: str, new: str) -> tuple[list[str], list[Edit]] | None:
    """The tokens of the old text and what was done to them; None where that is all too much."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    matches = _matches(before, after)
    if matches is None:
        return None
    found: list[Edit] = []
    i = j = 0
    for x, y in chain(matches, [(len(before), len(after))]):
        if x > i or y > j:
            found.append(Edit(i, x, "".join(after[j:y])))
        i, j = x + 1, y + 1
    return before, found


def _matches(before: Sequence[str], after: Sequence[str]) -> list[Span] | None:
    """Pairs of places with the same token, increasing; None beyond the most edits."""
    start = _common(zip(before, after, strict=False))
    rest = zip(reversed(before[start:]), reversed(after[start:]), strict=False)
    end = _common(rest)
    inner = _shortest(before[start : len(before) - end], after[start : len(after) - end])
    if inner is None:
        return None
    return [
        *((place, place) for place in range(start)),
        *((i + start, j + start) for i, j in inner),
        *((len(before) - place, len(after) - place) for place in range(end, 0, -1)),
    ]


def _common(pairs: "zip[tuple[str, str]]") -> int:
    count = 0
    for one, other in pairs:
        if one != other:
            break
        count += 1
    return count


def _shortest(before: Sequence[str], after: Sequence[str]) -> list[Span] | None:
    """Myers' greedy search for the shortest script: work grows with the edits, not the text."""
    n, m = len(before), len(after)
    reached = {1: 0}
    get = reached.get
    trail: list[dict[int, int]] = []
    for edits in range(min(n + m, _MOST_EDITS) + 1):
        trail.append(dict(reached))
        # Diagonals outside the grid hold nothing.
        low, high = -edits + 2 * max(0, edits - m), edits - 2 * max(0, edits - n)
        for k in range(low, high + 1, 2):
            # The furthest place on diagonal `k`: down from above or right from the left.
            above, left = get(k + 1, -1), get(k - 1, -1)
            x = above if k == -edits or (k != edits and left < above) else left + 1
            while x < n and x - k < m and before[x] == after[x - k]:
                x += 1
            reached[k] = x
            if x >= n and x - k >= m:
                return _walk_back(trail, n, m)
    return None


def _walk_back(trail: list[dict[int, int]], x: int, y: int) -> list[Span]:
    found: list[Span] = []
    for edits in range(len(trail) - 1, -1, -1):
        k = x - y
        above, left = trail[edits].get(k + 1, -1), trail[edits].get(k - 1, -1)
        came_from = k + 1 if k == -edits or (k != edits and left < above) else k - 1
        was_x = trail[edits].get(came_from, 0)
        was_y = was_x - came_from
        while x > was_x and y > was_y and x > 0 and y > 0:
            x, y = x - 1, y - 1
            found.append((x, y))
        x, y = was_x, was_y
    return found[::-1]


def _runs(
    before: Sequence[str], after: Sequence[str], matches: list[Span]
) -> list[tuple[str, str, str]]:
    """What stays, then what goes out and comes in after it, until the end."""
    runs: list[tuple[str, str, str]] = []
    same: list[str] = []
    i = j = 0
    for x, y in chain(matches, [(len(before), len(after))]):
        if x > i or y > j:
            runs.append(("".join(same), "".join(before[i:x]), "".join(after[j:y])))
            same = []
        same += before[x : x + 1]
        i, j = x + 1, y + 1
    return [*runs, ("".join(same), "", "")]


def _pieces(runs: list[tuple[str, str, str]]) -> list[Piece]:
    pieces: list[Piece] = []
    for same, out, into in _joined(runs):
        pieces += [Piece("same", same)] if same else []
        pieces += [Piece("del", out)] if out else []
        pieces += [Piece("ins", into)] if into else []
    return pieces


def _joined(runs: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Spaces and small words that happen to stay between larger edits join the edits."""
    done: list[tuple[str, str, str]] = []
    for same, out, into in runs:
        while done and (out or into) and _is_crumb(same, done[-1], out, into):
            kept, before, after = done.pop()
            same, out, into = kept, before + same + out, after + same + into
        done.append((same, out, into))
    return done


def _is_crumb(same: str, last: tuple[str, str, str], out: str, into: str) -> bool:
    least = min(max(len(last[1]), len(last[2])), max(len(out), len(into)))
    return len(same) <= least and not _A_WORD.search(same)
