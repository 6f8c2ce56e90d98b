"""A node of waggle-mcp that Waggle itself wrote: its metadata says exactly what a line says.

It is a file like any other: what it says is held to the same rules, and its claims stay claims.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def own_line(node: Mapping[str, Any], *, supersedes: str | None) -> dict[str, Any] | None:
    """None where another program wrote it."""
    said = node.get("metadata")
    if not isinstance(said, dict) or "waggle_kind" not in said:
        return None
    return {
        "id": str(node.get("id")),
        "kind": said["waggle_kind"],
        "title": said.get("waggle_title"),
        "content": node.get("content"),
        "tags": node.get("tags"),
        "valid_from": node.get("valid_from"),
        "valid_until": said.get("waggle_valid_until"),
        "recorded_at": node.get("created_at"),
        "retired_at": said.get("waggle_retired_at"),
        "supersedes": supersedes,
        "claimed_approval": said.get("waggle_claimed_approval"),
    }
