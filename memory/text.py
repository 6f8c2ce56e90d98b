"""What may be stored, what counts as the same value, and what a reader would not see."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

# Characters that draw nothing although Unicode does not file them under Cf or Cc: blanks, variation
# selectors, and what is set aside to be ignored for ever, whether assigned yet or not.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0\ufffc") | frozenset(
    chr(code)
    for block in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF))
    for code in range(block[0], block[1] + 1)
)

# Control characters but tab and the ends of lines; halves of characters; the code points that
# Unicode promises never to assign, two at the end of each plane among them.
_UNSTORABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
    + "]"
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A run of plain text, or one character a reader would not see, with its name."""

    text: str
    name: str = ""


def unix_newlines(text: str) -> str:
    """CRLF and CR become LF; nothing else that is stored ever changes."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def refusal(text: str) -> str:
    """Why this text cannot be stored, or nothing."""
    found = _UNSTORABLE.search(text)
    if found is None:
        return ""
    code = ord(found[0])
    if code < 0xA0:
        return f"contains the control character U+{code:04X}; remove it"
    if code < 0xE000:
        return f"contains half of a character (U+{code:04X}); send whole characters"
    return f"contains U+{code:04X}, which is not a character; remove it"


def unfit(text: str, *, most: int) -> str:
    """Why a remark of at most `most` characters cannot be kept, or nothing."""
    if len(text) > most:
        return f"has more than {most:,} characters; shorten it"
    return refusal(text)


_PLAINLY_SEEN = re.compile("[!-~]")


def is_blank(text: str) -> bool:
    return not _PLAINLY_SEEN.search(text) and all(
        char.isspace() or is_hidden(char) for char in set(text)
    )


@lru_cache(maxsize=4_096)
def is_hidden(char: str) -> bool:
    """Whether a reader sees nothing, or only an ordinary space, where this character stands."""
    if char in "\n\t ":
        return False
    return char in _BLANKS or unicodedata.category(char) in {"Cf", "Cc", "Zs", "Zl", "Zp"}


def normal_form(text: str) -> str:
    """A text's value: case, spacing, Unicode form, hidden characters, edge punctuation aside."""
    return _form_of_ascii(text) if text.isascii() else _form_of_any(text)


def _form_of_any(text: str) -> str:
    composed = unicodedata.normalize("NFKC", text)
    # One look at each distinct character, not at each of twenty thousand.
    unseen = [char for char in set(composed) if is_hidden(char) and not char.isspace()]
    visible = composed.translate(dict.fromkeys(map(ord, unseen)))
    folded = unicodedata.normalize("NFKC", visible.casefold())
    spaced = " ".join(folded.split())
    return _without_edges(spaced) or spaced


# Symbols that stand at the edges of quoted or marked-up text as punctuation does.
_EDGES = frozenset("`~^|<>=")


def _without_edges(text: str) -> str:
    start, end = 0, len(text)
    while start < end and _is_edge(text[start]):
        start += 1
    while end > start and _is_edge(text[end - 1]):
        end -= 1
    return text[start:end]


def _is_edge(char: str) -> bool:
    return char.isspace() or char in _EDGES or unicodedata.category(char).startswith("P")


_ASCII = [chr(code) for code in range(128)]
_ASCII_EDGES = "".join(filter(_is_edge, _ASCII))
_ASCII_UNSEEN = {ord(char): None for char in _ASCII if is_hidden(char) and not char.isspace()}


def _form_of_ascii(text: str) -> str:
    """The same, for most texts in a tenth of the time."""
    if text.isprintable() and "  " not in text:
        plain = text.lower().strip(" ")
        return plain.strip(_ASCII_EDGES) or plain
    spaced = " ".join(text.translate(_ASCII_UNSEEN).lower().split())
    return spaced.strip(_ASCII_EDGES) or spaced


def reveal(text: str) -> Iterator[Shown]:
    """The text in runs, each hidden character on its own and named."""
    if not _hidden_in(text):
        yield from [Shown(text)] if text else []
        return
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
    return sum(map(text.count, _hidden_in(text)))


def _hidden_in(text: str) -> list[str]:
    """One look at each distinct character: most texts hide none."""
    return list(filter(is_hidden, set(text)))


def _name(char: str) -> str:
    return f"{unicodedata.name(char, 'unnamed').lower()} U+{ord(char):04X}"


_SPACES = re.compile(r"\s+")


def first_words(text: str, length: int = 80) -> str:
    """A line for lists where a memory has no title."""
    line = _SPACES.sub(" ", text).strip()
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"
