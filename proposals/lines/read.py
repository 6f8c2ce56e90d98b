"""From a line of a file to what it says, held to every rule that it can be held to by itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from proposals.changes import reasons
from proposals.lines.evidence import EntryLine, SubjectLine
from proposals.lines.line import EdgeLine, Line, MemoryLine
from proposals.lines.strict import parse

LINES: dict[str, type[Line]] = {
    "memory": MemoryLine,
    "edge": EdgeLine,
    "subject": SubjectLine,
    "entry": EntryLine,
}


def read_line(line: bytes | Mapping[str, Any], now: datetime) -> Line:
    """Raises ValueError with a reason fit for a reader."""
    fields = parse(line) if isinstance(line, bytes) else line
    kind = fields.get("type") or "memory"
    model = LINES.get(kind) if isinstance(kind, str) else None
    if model is None:
        raise ValueError(f"type: is none of {', '.join(LINES)}")
    try:
        found = model.model_validate(fields)
    except ValidationError as error:
        raise ValueError("; ".join(_spoken(*one) for one in reasons(error).items())) from None
    if reason := found.refusal(now):
        raise ValueError(reason)
    return found


def _spoken(name: str, reason: str) -> str:
    return f"{_safe(name)}: {'is not a field of a line' if reason.startswith('Extra') else reason}"


def _safe(name: str) -> str:
    """A name that a file made up is shown without what a terminal would obey."""
    return ascii(name)[1:-1][:80]
