"""JSON that no two readers read two ways: no name twice, no depths, no numbers that are none."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from memory import limits

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')
_BRACKET = re.compile(rb"[\[\]{}]")


def parse(line: bytes, *, depth: int = limits.LINE_DEPTH) -> dict[str, Any]:
    """Raises ValueError with a reason fit for a reader."""
    found = parse_any(line, depth=depth)
    if not isinstance(found, dict):
        raise ValueError("is not an object; a line is one {…}")
    return found


def parse_any(line: bytes, *, depth: int = limits.LINE_DEPTH) -> Any:
    """The same for what need not be an object."""
    if _too_deep(line, depth):
        raise ValueError(f"is nested more than {depth} deep")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"is not UTF-8 (byte {error.start + 1})") from None
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"is not JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise ValueError(f"is nested more than {depth} deep") from None


def _too_deep(line: bytes, most: int) -> bool:
    if line.count(b"{") + line.count(b"[") <= most:
        return False
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub(b"", line)):
        depth += 1 if bracket in b"[{" else -1
        if depth > most:
            return True
    return False


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("names one field twice")
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("holds a number without end")
    return number


def _short(text: str) -> int:
    if len(text) > 100:
        raise ValueError("holds a number of more than 100 digits")
    return int(text)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"holds {name}, which is not JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_once, parse_float=_finite, parse_int=_short, parse_constant=_no_number
)
