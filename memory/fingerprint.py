"""The stable name of a memory's exact state: its words and recorded end, never the clock."""

from memory.canonical import digest
from memory.models import Memory


def fingerprint_of(memory: Memory, successor: Memory | None) -> str:
    """`sha256:` and 64 hexadecimal digits."""
    return "sha256:" + digest({"words": memory.digest, "end": _end(memory, successor)})


def _end(memory: Memory, successor: Memory | None) -> str:
    if memory.retired_at is not None:
        return f"retired by {memory.retired_by}"
    return f"superseded by {successor.public_id}" if successor else "current"
