"""One sequence of bytes for one value, on every database and in every time zone."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from memory.encoding import encoding_with

BLOCK = 64
"""Bytes that SHA-256 takes at a time."""


def canonical_bytes(value: object) -> bytes:
    """JSON with sorted keys and no spaces, UTF-8; instants in UTC to the microsecond."""
    return _encoded(value).encode()


@lru_cache(maxsize=4_096)
def utc(moment: datetime) -> str:
    """Of an instant that is in UTC already: in another zone an hour that comes twice is equal to
    itself.
    """
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def _plain(value: object) -> str:
    # Without its zone a time would be read in the machine's own, and differ from one to the next.
    if isinstance(value, datetime) and value.tzinfo is not None:
        return utc(value if value.tzinfo is UTC else value.astimezone(UTC))
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no canonical form")


_encoded = encoding_with(
    json.JSONEncoder(
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
        allow_nan=False,
        default=_plain,
    )
)


def digest(value: object, *, salt: bytes = b"") -> str:
    """64 hexadecimal digits."""
    return hashlib.sha256(salt + canonical_bytes(value)).hexdigest()


def first_digits(digest: str) -> str:
    """The first of a digest, as people read them beside its shape."""
    bare = digest.removeprefix("sha256:")
    return f"{bare[:4]} {bare[4:8]}"


def keyed_digest(value: object, *, key: bytes) -> str:
    """An HMAC, as `hmac.digest` makes it, without beginning anew with the key each time."""
    begun, ended = (one.copy() for one in _keyed(key))
    begun.update(canonical_bytes(value))
    ended.update(begun.digest())
    made: str = ended.hexdigest()
    return made


@lru_cache(maxsize=64)
def _keyed(key: bytes) -> tuple[Any, Any]:
    """Both hashes of an HMAC (RFC 2104) as they stand once they have taken the key in."""
    filled = (hashlib.sha256(key).digest() if len(key) > BLOCK else key).ljust(BLOCK, b"\0")
    inner, outer = (bytes(byte ^ pad for byte in filled) for pad in (0x36, 0x5C))
    return hashlib.sha256(inner), hashlib.sha256(outer)


def words_of(memory: Mapping[str, Any]) -> dict[str, Any]:
    """The words that a digest covers, links in one order."""
    return {
        **{
            name: memory[name]
            for name in ("kind", "title", "content", "tags", "valid_from", "valid_until")
        },
        "links": sorted(memory["links"], key=lambda link: (link["type"], str(link["memory_id"]))),
    }
