"""Two views of a text in which a quote is looked for, each with the way back to its offsets."""

from dataclasses import dataclass

import regex

# What draws nothing by itself: formats (zero width, direction, soft hyphen), variation selectors.
FORMATS = regex.compile(r"[\p{Cf}\p{Variation_Selector}\u034f]+")

_PLAIN_SPACE = frozenset(" \t\n\r\x0b\x0c")
_FOLDED = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
}
_SPACE = regex.compile(r"[\p{Z}\s]")


@dataclass(frozen=True, slots=True)
class View:
    """`places[i]` is where character i of `text` stands in the original."""

    text: str
    places: tuple[int, ...] | range


def spaced(text: str) -> View:
    """Runs of ordinary white space as one space; nothing else differs."""
    if "  " not in text and not _PLAIN_SPACE.difference(" ").intersection(text):
        return View(text, range(len(text)))
    return _view(text, {})


def folded(text: str) -> View:
    """Also without formats, and with plain quotation marks, dashes and spaces. Never a letter."""
    changes: dict[str, str] = {}
    for char in set(text):
        if FORMATS.fullmatch(char):
            changes[char] = ""
        elif char in _FOLDED:
            changes[char] = _FOLDED[char]
        elif _SPACE.fullmatch(char):
            changes[char] = " "
    return _view(text, changes)


def _view(text: str, changes: dict[str, str]) -> View:
    chars: list[str] = []
    places: list[int] = []
    after_space = False
    for place, char in enumerate(text):
        shown = " " if char in _PLAIN_SPACE else changes.get(char, char)
        if not shown or (shown == " " and after_space):
            continue
        after_space = shown == " "
        chars.append(shown)
        places.append(place)
    return View("".join(chars), tuple(places))


def without_formats(text: str) -> str:
    return text if text.isascii() else FORMATS.sub("", text)
