"""Instants: read strictly, written one way."""

from datetime import UTC, date, datetime, time


def parse_instant(text: str) -> datetime:
    """An ISO 8601 instant with its zone; a bare date is that day's first instant in UTC.

    Raises ValueError with a reason fit for a reader.
    """
    try:
        # The parser stops at a NUL and takes what follows for nothing.
        if not (text.isascii() and text.isprintable()):
            raise ValueError
        day = date.fromisoformat(text) if len(text) == len("2026-01-01") else None
        moment = datetime.combine(day, time(), UTC) if day else datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise ValueError("say the zone, for example 2026-05-14T09:30:00Z")
        return moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        reason = str(error) if str(error).startswith("say the zone") else None
        raise ValueError(
            reason or "not an ISO 8601 time, for example 2026-05-14 or 2026-05-14T09:30:00Z"
        ) from error


def iso(moment: datetime) -> str:
    """UTC ending in Z; microseconds where there are some, so that it reads back exactly."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
