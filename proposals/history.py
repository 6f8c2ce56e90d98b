"""What happened to one proposal, newest first, as its own page tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory.actors import Actor
from memory.canonical import first_digits
from memory.models import AuditEvent
from proposals.ledger import Line, lines_of
from proposals.models import Proposal
from proposals.states import Cause

DID = {
    "proposal.created": "proposed it",
    "proposal.revised": "changed its words",
    "proposal.rejected": "rejected it",
    "proposal.withdrawn": "withdrew it",
    "proposal.stale": "overtook it",
    "proposal.applied": "applied it, byte for byte",
    "proposal.commented": "commented on it",
    "rejection.lifted": "lifted the rejection",
    "memory.erased": "erased its words",
}
BESIDES = ("proposal.commented", "proposal.assigned")
"""What says nothing of where it stands."""
CAUSES: dict[str, str] = {
    Cause.REVOKED: "The approval was taken back",
    Cause.REVISED: "Its words changed after the approval",
    Cause.WAITED: "The approval waited too long to be applied",
}


@dataclass(frozen=True, slots=True)
class Reopened:
    why: str
    by: Actor
    at: datetime


def events_of(proposal: Proposal) -> list[AuditEvent]:
    """Newest first."""
    return list(
        AuditEvent.objects.filter(
            project=proposal.project_id,
            object_type="proposal",
            object_id=str(proposal.public_id),
        ).order_by("-seq")
    )


def history(proposal: Proposal, events: Sequence[AuditEvent]) -> list[Line]:
    lines = lines_of(proposal.project, events)
    return [
        replace(line, verb=_did(event), more=_more(event, line.more))
        for event, line in zip(events, lines, strict=True)
    ]


def reopened(events: Sequence[AuditEvent]) -> Reopened | None:
    """Why it waits once more, if that is the last that happened to it; else nothing."""
    last = next((event for event in events if not _says_nothing_new(event)), None)
    if last is None or last.type != "proposal.reopened":
        return None
    why = CAUSES.get(last.details["cause"], str(last.details["cause"]))
    return Reopened(why, Actor.load(last.actor), last.at)


def _says_nothing_new(event: AuditEvent) -> bool:
    return event.type in BESIDES or bool(event.details.get("added"))


def _did(event: AuditEvent) -> str:
    details = event.details
    match event.type:
        case "proposal.approved":
            return "edited and approved it" if details.get("edited") else "approved it"
        case "proposal.withdrawn" if details.get("cause") == Cause.ERASED:
            return "took it out"
        case "proposal.revised" if details.get("added"):
            return f"added {' and '.join(details['added'])} to it"
        case "proposal.commented" if details.get("removed"):
            return "took a comment away"
        case "proposal.commented" if details.get("asks"):
            return "asked for a change"
        case "proposal.reopened":
            return "took the approval back" if details["cause"] == Cause.REVOKED else "reopened it"
        case "proposal.assigned":
            return (
                f"asked {details['name']} to decide" if details["to"] else "assigned it to nobody"
            )
    return DID.get(event.type, event.type.replace(".", " "))


def _more(event: AuditEvent, more: str) -> str:
    if event.type == "proposal.reopened":
        cause = event.details["cause"]
        return "" if cause == Cause.REVOKED else CAUSES.get(cause, "")
    if event.type == "proposal.approved" and event.details.get("digest"):
        frozen = f"Frozen as {first_digits(event.details['digest'])}"
        return f"{more}. {frozen}" if more else frozen
    return more
