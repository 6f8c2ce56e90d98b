"""The words of a text as every engine indexes them, and what of a question is worth looking for.

A term is a word, the start of one (`archit*`) or words in a row (`use sqlite`).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from memory.search.stop_words import STOP_WORDS

MOST_TERMS = 64
MOST_PHRASES = 8
LONGEST = 100

Values = Mapping[str, Any]
"""What an engine looks for, or the places in a prepared question where that is to stand."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A project as an engine names it."""

    name: str
    narrows: str
    """Empty where the rows' own condition narrows faster than the index."""


# Scripts that set no space between words: Thai, Lao, Burmese, Khmer, kana, Han; and Hangul, whose
# words carry their particles.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
# Whole words from their start: otherwise one long word would cost the square of its length.
_LETTER = rf"[^\W_{UNSPACED}]"
_SPACED = rf"(?<!{_LETTER}){_LETTER}++"
_WORDS = re.compile(rf"[{UNSPACED}]+|{_SPACED}")
_NO_ASCII_WORD = {code: " " for code in range(128) if not chr(code).isalnum()}
_IS_UNSPACED = re.compile(f"[{UNSPACED}]")
_CODE = re.compile(rf"{_SPACED}(?:[-_./\\:@#+]{_SPACED})+")
_ASCII_CODE = re.compile(r"(?<![a-z0-9])[a-z0-9]++(?:[-_./\\:@#+][a-z0-9]++)+")
_LOOSER = (re.compile(r"[/\\:@]"), re.compile(r"[/\\:@.#+]"))
_JOINTS = {
    "-": "h",
    "_": "h",
    ".": "d",
    "/": "s",
    "\\": "s",
    ":": "c",
    "@": "a",
    "#": "n",
    "+": "p",
}
_SPELLED = {ord(joint): f"x{letter}" for joint, letter in _JOINTS.items()}
_QUOTED = re.compile('"([^"]+)"|[“„«]([^“”„«»]+)[”“»]')
_STARTS = re.compile(rf"({_SPACED})\*")
_KANA_MARKS = "\u3099\u309a"


@dataclass(frozen=True, slots=True)
class Sought:
    """What a question looks for: any of the terms, and where it quotes, all of the phrases."""

    terms: list[str]
    phrases: list[str]


def sought_by(query: str) -> Sought:
    """Distinct terms in their order; the stop words only where there is nothing else."""
    folded = fold(query)
    starts = [f"{word[:LONGEST]}*" for word in _STARTS.findall(folded) if len(word) > 1]
    quoted = [words_of(one or other) for one, other in _QUOTED.findall(folded)]
    words = [*wholes_of(folded), *starts, *map(_asked, words_of(_STARTS.sub(" ", folded)))]
    distinct = list(dict.fromkeys(words))
    telling = [word for word in distinct if word not in STOP_WORDS]
    return Sought(
        (telling or distinct)[:MOST_TERMS],
        [" ".join(words) for words in quoted if len(words) > 1][:MOST_PHRASES],
    )


def terms_of(query: str) -> list[str]:
    return sought_by(query).terms


def words_of(text: str) -> list[str]:
    """Without case, accents, width and what stands between them: no engine's own reading of
    `20.04`, `a/b` or `café` makes a memory unfindable on one database and not on the other.
    """
    folded = fold(text)
    if folded.isascii():
        return _ascii_words(folded)
    return [token for run in _WORDS.findall(folded) for token in _tokens(run)]


def _ascii_words(folded: str) -> list[str]:
    return [word[:LONGEST] for word in folded.translate(_NO_ASCII_WORD).split()]


def wholes_of(text: str) -> list[str]:
    """`user_id`, `v1.2.3` and `src/a-b.py` as one word each, and `a-b.py` and `a-b` of the last."""
    return _distinct_wholes(_CODE.findall(fold(text)))


def _distinct_wholes(codes: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(whole for code in codes for whole in _wholes(code)))


def plain(text: str) -> str:
    """What is indexed. Behind the words, where it parts none of them, what is found as a whole."""
    folded = fold(text)
    if folded.isascii():
        words = _ascii_words(folded)
        codes = _ASCII_CODE.findall(folded)
        return " ".join([*words, *_distinct_wholes(codes)] if codes else words)
    runs = _WORDS.findall(folded)
    ends = {_chars(run[-1]) for run in runs if len(run) > 1 and _IS_UNSPACED.match(run)}
    return " ".join(
        [*(token for run in runs for token in _tokens(run)), *wholes_of(folded), *sorted(ends)]
    )


def fold(text: str) -> str:
    folded = text.casefold()
    if folded.isascii():
        return folded
    parts = unicodedata.normalize("NFKD", folded)
    return unicodedata.normalize("NFKC", "".join(char for char in parts if not _is_accent(char)))


def _is_accent(char: str) -> bool:
    return (
        unicodedata.combining(char) != 0
        and char not in _KANA_MARKS
        and not _IS_UNSPACED.match(char)
    )


def _tokens(run: str) -> Iterator[str]:
    """A run without spaces as its overlapping pairs: any word inside it is some of them."""
    if not _IS_UNSPACED.match(run):
        yield run[:LONGEST]
    elif len(run) == 1:
        yield _chars(run)
    else:
        yield from (_chars(one + other) for one, other in pairwise(run))


def _chars(chars: str) -> str:
    """Spelled so that no engine's own reading of a script parts or drops it."""
    return "c" + "".join(f"{ord(char):x}z" for char in chars)


def _asked(token: str) -> str:
    """One character alone is looked for wherever a pair begins with it."""
    return f"{token}*" if token.startswith("c") and _ONE.fullmatch(token) else token


_ONE = re.compile(r"c[0-9a-f]{3,5}z")


_A_WHOLE = re.compile(r"w\w*x\w+0")


def is_whole(term: str) -> bool:
    return _A_WHOLE.fullmatch(term) is not None


def _wholes(code: str) -> Iterator[str]:
    pieces = [code, *(piece for joint in _LOOSER for piece in joint.split(code))]
    for piece in dict.fromkeys(pieces):
        if len(piece) <= LONGEST and _CODE.fullmatch(piece):
            yield f"w{piece.translate(_SPELLED)}0"
