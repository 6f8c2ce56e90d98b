"""Two changes of one text made apart, put together where they do not touch each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

from proposals.diffing import Edit, word_edits

V = TypeVar("V")


def merged_text(base: str, mine: str, theirs: str) -> str | None:
    """Both changes in one text; None where they are about the same words, or next to each other."""
    one, other = word_edits(base, mine), word_edits(base, theirs)
    if one is None or other is None:
        return None
    tokens, own = one[0], set(one[1])
    ordered = sorted({*own, *other[1]}, key=lambda edit: (edit.start, edit.end))
    for first, second in pairwise(ordered):
        if (first in own) != (second in own) and _touch(tokens, first, second):
            return None
    parts, place = [], 0
    for edit in ordered:
        parts += [*tokens[place : edit.start], edit.text]
        place = edit.end
    return "".join([*parts, *tokens[place:]])


def _touch(tokens: Sequence[str], first: Edit, second: Edit) -> bool:
    """Whether nothing but space stands between them."""
    return first.end > second.start or not "".join(tokens[first.end : second.start]).strip()


def merged_value(base: V, mine: V, theirs: V) -> V | None:
    """Of a field that is replaced whole: whichever changed; None where both did, otherwise."""
    if mine in (base, theirs):
        return theirs
    return mine if theirs == base else None


def merged_list(base: Sequence[V], mine: Sequence[V], theirs: Sequence[V]) -> list[V]:
    """Theirs, without what mine took out and with what mine brought in."""
    kept = [one for one in theirs if one in mine or one not in base]
    return [*kept, *(one for one in mine if one not in base and one not in kept)]
