"""Word-level differences between two texts."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_MOST_TOKENS = 6_000


@dataclass(frozen=True, slots=True)
class Piece:
    op: Literal["same", "del", "ins"]
    text: str


def word_diff(old: str, new: str) -> list[Piece]:
    """In reading order; where words are replaced, what goes out stands before what comes in."""
    before, after = _tokens(old), _tokens(new)
    # Without autojunk=False, repetitive text beyond 200 words collapses into "all replaced".
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    pieces: list[Piece] = []
    for op, i1, i2, j1, j2 in _runs(matcher.get_opcodes(), before):
        if op == "equal":
            pieces.append(Piece("same", "".join(before[i1:i2])))
            continue
        if i2 > i1:
            pieces.append(Piece("del", "".join(before[i1:i2])))
        if j2 > j1:
            pieces.append(Piece("ins", "".join(after[j1:j2])))
    return pieces


Opcode = tuple[str, int, int, int, int]


def _runs(opcodes: list[Opcode], before: list[str]) -> list[Opcode]:
    """Neighbouring words that are replaced read as one replacement, the space between included."""
    runs: list[Opcode] = []
    for opcode in opcodes:
        if (
            [one[0] for one in runs[-2:]] == ["replace", "equal"]
            and opcode[0] == "replace"
            and "".join(before[runs[-1][1] : runs[-1][2]]).isspace()
        ):
            _, i1, _, j1, _ = runs[-2]
            runs[-2:] = [("replace", i1, opcode[2], j1, opcode[4])]
        else:
            runs.append(opcode)
    return runs


def _tokens(text: str) -> list[str]:
    words = _TOKEN.findall(text)
    # A very long text is compared line by line: a reader scans it so, and it stays quick.
    return words if len(words) <= _MOST_TOKENS else text.splitlines(keepends=True)
