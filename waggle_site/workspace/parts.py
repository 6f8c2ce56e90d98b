"""A page in parts: each is made only where a template names it, so that one costs no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def parts_of(whole: object, *names: str) -> dict[str, Callable[[], Any]]:
    """For a context: a template calls what can be called. `whole` keeps what it has made."""
    return {name: _part(whole, name) for name in names}


def _part(whole: object, name: str) -> Callable[[], Any]:
    # No `partial`: Django takes a fault within what has no signature for a name that is not there.
    def part() -> Any:
        return getattr(whole, name)

    return part
