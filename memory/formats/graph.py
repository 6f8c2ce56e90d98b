"""A project as the formats of other programs see it: memories, and what leads between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Node:
    """One memory, with the authority it had at the graph's instant."""

    id: str
    number: str
    kind: str
    title: str
    content: str
    tags: list[str]
    authority: str
    valid_from: datetime
    valid_until: datetime | None
    recorded_at: datetime
    retired_at: datetime | None
    proposed_by: str
    approved_by: list[str]
    overtaken_at: datetime | None = None
    """When the first later version begins, or began."""
    superseded_by: str = ""
    """The newest version that has begun, if its words are there."""
    approval: dict[str, Any] | None = None
    """Who stood behind it, as a line says it."""


@dataclass(frozen=True, slots=True)
class Link:
    """`updates` leads from the newer memory to the one it took the place of."""

    type: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Graph:
    """Read anew at each call, never held whole: every end of a link is among the nodes."""

    slug: str
    as_of: datetime
    nodes: Callable[[], Iterator[Node]]
    links: Callable[[], Iterator[Link]]
