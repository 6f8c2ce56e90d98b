"""One page in one state, as data: who looks, where it is, and what brings it about."""

from __future__ import annotations

from dataclasses import dataclass

OWNER, OTHER_OWNER, HOMELESS, VIEWER, NOBODY = "olga", "ben", "nora", "vito", ""
GUEST, NEWCOMER, WITHOUT_TOOLS = "a guest", "nora from a demo", "olga without tools"
DEMO = "DEMO"
"""In an address: the demo of the guest who looks."""
Fields = tuple[tuple[str, str], ...]
Calls = tuple[tuple[str, dict[str, str]], ...]


@dataclass(frozen=True)
class View:
    name: str
    path: str
    who: str = OWNER
    status: int = 200
    sends: Fields | None = None
    """A form that is sent to the path; what answers it is the page."""
    calls: Calls = ()
    """What an agent in the page that is open asks before."""
    opens: tuple[str, ...] = ()
    """What is pressed once the page is there, in order: all that each selector finds and shows."""
    body: str = ""
    """A page that no address of a sound installation answers with."""
    is_further: bool = False
    """Of an installation that lets people sign up and sends mail."""


def sent(name: str, path: str, status: int = 422, who: str = OWNER, /, **fields: str) -> View:
    return View(name, path, who, status, sends=tuple(fields.items()))
