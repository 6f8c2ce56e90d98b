"""One thing that the record holds: an audit event or a call of a tool, as the guide looks at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory.models.tool_call import BY_AGENTS


@dataclass(frozen=True, slots=True)
class Happened:
    """`what` is an event's type or a tool's name; `about` the ids it concerns, the first foremost.
    Only a call has an `origin` and an `outcome`.
    """

    at: datetime
    number: int
    what: str
    actor: Mapping[str, Any]
    about: tuple[str, ...] = ()
    origin: str = ""
    outcome: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def order(self) -> tuple[datetime, bool, int]:
        return self.at, bool(self.origin), self.number

    @property
    def first(self) -> str:
        return self.about[0] if self.about else ""

    def is_by(self, kind: str, person: int) -> bool:
        """A person, or an agent that acts for that person."""
        return self.actor.get("kind") == kind and self.actor.get("user_id") == person

    def is_answered(self, tool: str, person: int) -> bool:
        """An agent of that person called the tool and got what it asked for."""
        return (
            self.what == tool
            and self.origin in BY_AGENTS
            and self.outcome == "ok"
            and self.is_by("agent", person)
        )
