"""A record made up for a guide: what happened, a second after the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from waggle_site.guide.happened import Happened

ME, OTHER = 7, 8
SUBJECT, MADE, PROPOSAL = "memory-1", "memory-2", "proposal-1"
EPOCH = datetime(2026, 5, 14, tzinfo=UTC)


@dataclass
class Log:
    rows: list[Happened] = field(default_factory=list)

    def add(self, what: str, kind: str, person: int, *about: str, **fields: Any) -> Log:
        number = len(self.rows) + 1
        actor = {"kind": kind, "name": kind.title(), "user_id": person}
        at = EPOCH + timedelta(seconds=number)
        self.rows.append(Happened(at, number, what, actor, about, **fields))
        return self

    def call(self, tool: str, *ids: str, by: int = ME, origin: str = "page", ok: str = "ok") -> Log:
        return self.add(tool, "agent", by, *ids, origin=origin, outcome=ok)

    def began(self, by: int = ME, memory: str = SUBJECT) -> Log:
        return self.add("guide.started", "human", by, "project", details={"memory": memory})

    def briefed(self, **call: Any) -> Log:
        return self.call("get_project_brief", SUBJECT, "memory-9", **call)

    def recalled(self, *ids: str, **call: Any) -> Log:
        return self.call("recall_memory", *(ids or ("memory-9", SUBJECT)), **call)

    def created(
        self,
        proposal: str = PROPOSAL,
        target: str = SUBJECT,
        *,
        by: int = ME,
        kind: str = "agent",
        operation: str = "update",
    ) -> Log:
        details = {"operation": operation, "targets": [target]}
        return self.add("proposal.created", kind, by, proposal, details=details)

    def repeated(self, proposal: str = PROPOSAL, **call: Any) -> Log:
        return self.call("propose_memory_change", proposal, SUBJECT, **call)

    def approved(
        self, proposal: str = PROPOSAL, *, edited: bool = True, by: int = ME, kind: str = "human"
    ) -> Log:
        return self.add("proposal.approved", kind, by, proposal, details={"edited": edited})

    def event(self, what: str, about: str = PROPOSAL, by: int = ME, **details: Any) -> Log:
        return self.add(what, "human", by, about, details=details)

    def applied(
        self, proposal: str = PROPOSAL, old: str = SUBJECT, new: str = MADE, by: int = ME
    ) -> Log:
        for what, about, details in (
            ("memory.recorded", new, {"proposal": proposal}),
            ("memory.superseded", old, {"proposal": proposal, "by": new}),
            ("proposal.applied", proposal, {}),
        ):
            self.add(what, "agent", by, about, details=details)
        return self


def up_to(step: int) -> Log:
    """A guide that has come so far, without a detour."""
    log = Log().began()
    for go_on in STEPS[:step]:
        go_on(log)
    return log


STEPS = (
    Log.briefed,
    Log.recalled,
    Log.created,
    Log.approved,
    Log.applied,
    lambda log: log.recalled(MADE),
)
