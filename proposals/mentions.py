"""Who is named in a text with an `@`: members alone, whatever else looks like a name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

_AFTER_AT = re.compile(r"(?<![\w@.+-])@([\w.@+-]{1,150})")
_MAY_END_A_SENTENCE = ".-+@"


@dataclass(frozen=True, slots=True)
class Run:
    text: str
    is_mention: bool = False


def mentioned(text: str, members: Mapping[str, int]) -> dict[str, int]:
    """Of `members`, by their names in small letters, those that the text names."""
    return {name: members[name] for _, _, name in _found(text, members)}


def runs(text: str, names: Collection[str]) -> Iterator[Run]:
    """The text, its mentions apart."""
    place = 0
    for start, end, _ in _found(text, names):
        if start > place:
            yield Run(text[place:start])
        yield Run(text[start:end], is_mention=True)
        place = end
    if place < len(text):
        yield Run(text[place:])


def _found(text: str, names: Collection[str]) -> Iterator[tuple[int, int, str]]:
    for found in _AFTER_AT.finditer(text):
        name = found[1].casefold()
        while name and name not in names and name[-1] in _MAY_END_A_SENTENCE:
            name = name[:-1]
        if name in names:
            yield found.start(), found.start(1) + len(name), name
