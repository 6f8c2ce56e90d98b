"""The text that offsets count in, and how browsers count."""

import hashlib
from unicodedata import normalize

from memory.text import unix_newlines


def canonical(raw: str) -> str:
    """Line ends as LF, then NFC. Letters, case, spaces and hidden characters stay as they are."""
    return normalize("NFC", unix_newlines(raw))


def raw_sha256(raw: str) -> str:
    """64 hexadecimal digits over the stored text's UTF-8."""
    return hashlib.sha256(raw.encode()).hexdigest()


def utf16_offset(text: str, offset: int) -> int:
    """The same place counted as browsers count, in UTF-16 code units."""
    before = text[:offset]
    return offset if before.isascii() else len(before.encode("utf-16-le")) // 2
