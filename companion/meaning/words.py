"""Words, simple stems and numbers, as the guards compare them."""

from collections.abc import Iterator
from functools import lru_cache
from unicodedata import normalize

import regex

from companion.meaning.folding import without_formats

_WORD = regex.compile(r"\p{N}+(?:[.,:/]\p{N}+)+|[\p{L}\p{M}\p{N}_]+(?:['\u2019][\p{L}\p{M}]+)*")
_NUMBER = regex.compile(
    r"(?:(?<![\p{L}\p{M}\p{N}][-\u2010-\u2015\u2212]?)[-\u2010-\u2015\u2212]|(?<!\p{N}[.,:/]?))"
    r"\p{N}+(?:[.,:/\u2019'\u00a0\u2009\u202f]\p{N}+)*"
)
_MINUS = regex.compile(r"^[\u2010-\u2015\u2212]")


def words_of(text: str) -> list[str]:
    """In order, case folded; a number with its separators is one word. Formats are no letters."""
    plain = normalize("NFC", without_formats(text)).casefold()
    return [part for word in _WORD.findall(plain) for part in _parts(word.replace("\u2019", "'"))]


def _parts(word: str) -> list[str]:
    """Contractions in two, as parsers take them: do|n't, i|'ll, pump|'s."""
    if word.endswith("n't"):
        return [part for part in (word[:-3], "n't") if part]
    return [part for part in word.split("'") if part]


def numbers_of(text: str) -> Iterator[str]:
    """Numbers as written, whole, a minus sign among them as "-"."""
    for found in _NUMBER.finditer(without_formats(text)):
        yield _MINUS.sub("-", found[0])


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """What leak and leaks share, or box and boxes. No other ending, and no prefix ever:

    "close the valve" does not say that it is closed.
    """
    if not word.isascii() or len(word) < 4 or any(char.isdigit() for char in word):
        return word
    if word.endswith("ies"):
        return word.removesuffix("ies") + "y"
    if word.endswith(("xes", "ches", "shes", "sses", "zes")):
        return word.removesuffix("es")
    return word if word.endswith(("ss", "us", "is")) else word.removesuffix("s")
