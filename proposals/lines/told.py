"""What every reader of files hands on: a line, or why there is none, and where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Refused:
    """`reason` is fit for a reader; it never stands for a line that is silently left out."""

    reason: str


class Told(NamedTuple):
    """`where` is what a person looks for in the file: `line 3`, `nodes row 7`, `plans/release.md`.

    `number` counts what the file holds, from 1. A line is its JSON as bytes, or its fields.
    """

    number: int
    where: str
    line: bytes | Mapping[str, Any] | Refused


@dataclass(slots=True)
class Wish:
    """What a reader is asked for, and what it says beside the lines."""

    now: datetime
    only: str = ""
    """One of the projects that the file holds; nothing for all of them."""
    projects: Counter[str] = field(default_factory=Counter)
    """How many memories are of each project, where a file tells."""
    left_out: Counter[str] = field(default_factory=Counter)
    """What is there and is no memory, by what it is called."""


class Unreadable(ValueError):
    """Nothing of the file can be read; the words say why and what to do."""
