"""Times in words. Everything is UTC; the exact instant stands in each title. And claims."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from memory.authority import Authority

if TYPE_CHECKING:
    from memory.models import Memory

MINUTE, HOUR, DAY = 60, 3_600, 86_400


def machine(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def exact(moment: datetime) -> str:
    at = moment.astimezone(UTC)
    return f"{at.day} {at:%B} {at.year}, {at:%H:%M:%S} UTC"


def to_the_digit(moment: datetime) -> str:
    """The same, with microseconds where there are some."""
    at = moment.astimezone(UTC)
    fraction = f".{at.microsecond:06d}" if at.microsecond else ""
    return exact(moment).replace(" UTC", f"{fraction} UTC")


def clock(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%H:%M}"


def day(moment: datetime, now: datetime) -> str:
    at, today = moment.astimezone(UTC), now.astimezone(UTC)
    distance = (today.date() - at.date()).days
    if distance in (0, 1):
        return "yesterday" if distance else "today"
    return f"{at.day} {at:%B}" + ("" if at.year == today.year else f" {at.year}")


def moment(moment: datetime, now: datetime) -> str:
    return f"{day(moment, now)} {clock(moment)}"


def ago(moment: datetime, now: datetime) -> str:
    seconds = (now - moment).total_seconds()
    if 0 <= seconds < MINUTE:
        return "just now"
    if 0 <= seconds < HOUR:
        return f"{seconds // MINUTE:.0f} min ago"
    if 0 <= seconds < 12 * HOUR:
        return f"{seconds // HOUR:.0f} h ago"
    return day(moment, now)


def standing(memory: Memory) -> tuple[str, datetime | None]:
    """How long a memory has been what it is: a word and an instant."""
    match memory.authority:
        case Authority.RETIRED:
            return "retired", memory.retired_at
        case Authority.SUPERSEDED:
            return "from", memory.valid_from
        case Authority.SCHEDULED:
            return "starts", memory.valid_from
        case Authority.EXPIRED:
            return "valid to", memory.valid_until
    return "since", memory.valid_from


def claims(said: Mapping[str, Any] | None) -> str:
    """What a file said of a memory, as it said it."""
    return json.dumps(said, ensure_ascii=False, indent=1) if said else ""
