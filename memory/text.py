"""What may be stored, what counts as the same value, and what a reader would not see."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

# Characters that draw nothing although Unicode does not file them under Cf or Cc: blanks, variation
# selectors, and what is set aside to be ignored for ever, whether assigned yet or not.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0") | frozenset(
    chr(code)
    for block in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF))
    for code in range(block[0], block[1] + 1)
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A run of plain text, or one character a reader would not see, with its name."""

    text: str
    name: str = ""


def unix_newlines(text: str) -> str:
    """CRLF and CR become LF; nothing else that is stored ever changes."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def refusal(text: str) -> str:
    """Why this text cannot be stored, or nothing."""
    for char in text:
        code = ord(char)
        if (code < 0x20 and char not in "\t\n\r") or 0x7F <= code < 0xA0:
            return f"contains the control character U+{code:04X}; remove it"
        if 0xD800 <= code < 0xE000:
            return f"contains half of a character (U+{code:04X}); send whole characters"
        if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code < 0xFDF0:
            return f"contains U+{code:04X}, which is not a character; remove it"
    return ""


def is_blank(text: str) -> bool:
    return not any(not char.isspace() and not is_hidden(char) for char in text)


@lru_cache(maxsize=4_096)
def is_hidden(char: str) -> bool:
    """Whether a reader sees nothing, or only an ordinary space, where this character stands."""
    if char in "\n\t ":
        return False
    return char in _BLANKS or unicodedata.category(char) in {"Cf", "Cc", "Zs", "Zl", "Zp"}


def normal_form(text: str) -> str:
    """A text's value: case, spacing, Unicode form, hidden characters, edge punctuation aside."""
    visible = "".join(
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFKC", text)
        if char.isspace() or not is_hidden(char)
    )
    folded = unicodedata.normalize("NFKC", visible.casefold())
    spaced = " ".join(folded.split())
    return _without_edges(spaced) or spaced


def _without_edges(text: str) -> str:
    def drops(char: str) -> bool:
        return char.isspace() or char == "`" or unicodedata.category(char).startswith("P")

    start, end = 0, len(text)
    while start < end and drops(text[start]):
        start += 1
    while end > start and drops(text[end - 1]):
        end -= 1
    return text[start:end]


def reveal(text: str) -> Iterator[Shown]:
    """The text in runs, each hidden character on its own and named."""
    run: list[str] = []
    for char in text:
        if not is_hidden(char):
            run.append(char)
            continue
        if run:
            yield Shown("".join(run))
            run = []
        yield Shown(char, _name(char))
    if run:
        yield Shown("".join(run))


def count_hidden(text: str) -> int:
    return sum(map(is_hidden, text))


def _name(char: str) -> str:
    return f"{unicodedata.name(char, 'unnamed').lower()} U+{ord(char):04X}"


_SPACES = re.compile(r"\s+")


def first_words(text: str, length: int = 80) -> str:
    """A line for lists where a memory has no title."""
    line = _SPACES.sub(" ", text).strip()
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"
