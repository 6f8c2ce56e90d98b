"""What an Origin-Trial token says of itself. Only the browser can tell whether it is genuine."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

FEATURE = "WebMCP"
SOON = timedelta(days=14)
HEAD = 1 + 64 + 4
"""Bytes before the text: version, signature, length."""


@dataclass(frozen=True, slots=True)
class Finding:
    is_good: bool
    words: str
    remedy: str = ""


def look_at(tokens: Sequence[str], *, origin: str, now: datetime) -> list[Finding]:
    """One finding a token; none where none is set."""
    return [_look_at(token, origin, now) for token in tokens]


def _look_at(token: str, origin: str, now: datetime) -> Finding:
    try:
        said = json.loads(base64.b64decode(token, validate=True)[HEAD:])
        until = datetime.fromtimestamp(said["expiry"], UTC)
        faults = list(_faults(said, origin))
    except (binascii.Error, ValueError, KeyError, TypeError, OverflowError, OSError):
        return Finding(False, "unreadable", "Copy the token again from where it was registered.")
    if faults:
        return Finding(False, *faults[0])
    days = (until - now).days
    if until <= now:
        return Finding(False, "expired", "Register this address again and set the new token.")
    words = f"{days} day{'' if days == 1 else 's'} left"
    if until - now < SOON:
        return Finding(False, words, "Renew it before it ends, or the tools go with it.")
    return Finding(True, words)


def _faults(said: dict[str, object], origin: str) -> Iterator[tuple[str, str]]:
    if said["feature"] != FEATURE:
        yield "for something else", f"Register this address for the feature {FEATURE}."
    if not _covers(str(said["origin"]), origin, whole=bool(said.get("isSubdomain"))):
        yield "for another address", f"Register {origin} itself: scheme, host and port count."


def _covers(registered: str, origin: str, *, whole: bool) -> bool:
    theirs, ours = urlsplit(registered), urlsplit(origin)
    if (theirs.scheme, _port(theirs.scheme, theirs.port)) != (
        ours.scheme,
        _port(ours.scheme, ours.port),
    ):
        return False
    host, mine = theirs.hostname or "", ours.hostname or ""
    return mine == host or (whole and mine.endswith(f".{host}"))


def _port(scheme: str, port: int | None) -> int | None:
    return port or {"http": 80, "https": 443}.get(scheme)
