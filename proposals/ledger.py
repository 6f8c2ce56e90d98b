"""The record in words: one line an event, in the voice of who did it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from companion.models import Entry
from companion.models.entry import label_of
from memory.actors import Actor
from memory.models import AuditEvent, Erasure, Memory, Project
from memory.prepared import Prepared, fitting_lists, given_list
from memory.roles import Role
from proposals.attached import with_revisions
from proposals.models import Proposal, Review
from proposals.models.conflict import Choice
from proposals.shown import shown
from proposals.states import TARGET_ERASED, Cause, Operation

VERBS = {
    "memory.erased": "erased the words of",
    "evidence.confirmed": "confirmed as their words",
    "evidence.constructed": "read",
    "evidence.failed": "could not read",
    "evidence.erased": "erased the words of",
    "inference.adopted": "said in their own words what a machine had suggested:",
    "proposal.revised": "changed the words of",
    "proposal.rejected": "rejected",
    "proposal.withdrawn": "withdrew",
    "proposal.applied": "applied",
    "proposal.commented": "commented on",
    "rejection.lifted": "lifted the rejection of",
    "conflict.found": "brought in what speaks against a memory in force",
    "conflict.resolved": "resolved a conflict between two memories",
    "policy.changed": "changed what this project asks before a proposal counts",
    "project.created": "made this project",
    "project.closed": "closed this project",
    "project.kept": "kept this demo as a project",
    "guide.started": "started the guided demo",
}
PROPOSED = {
    Operation.CREATE: "proposed a new memory,",
    Operation.UPDATE: "proposed a change to",
    Operation.RETIRE: "proposed to retire",
    Operation.BATCH: "proposed",
}
TOOLS = {
    "proposal.created": "propose_memory_change",
    "proposal.applied": "apply_approved_memory_change",
}
CAUSES: dict[str, str] = {
    Cause.WAITED: "waited too long to be applied",
    Cause.REVISED: "was changed",
}
ERASED = ("memory.erased", "evidence.erased")
DECISIONS = {"proposal.approved", "proposal.rejected", "proposal.revised"}


@dataclass(frozen=True, slots=True)
class Thing:
    """What a line is about, with the page that shows it."""

    page: str
    ref: str
    words: str
    by: Actor | None = None


@dataclass(frozen=True, slots=True)
class Line:
    at: datetime
    order: tuple[int, int]
    actor: Actor
    verb: str
    thing: Thing | None = None
    refused: str = ""
    more: str = ""
    said: str = ""
    tool: str = ""

    @property
    def is_handoff(self) -> bool:
        """A person decided on what an agent did."""
        by = self.thing.by if self.thing else None
        return self.actor.kind == "human" and by is not None and by.kind == "agent"


def lines_of(project: Project, events: Sequence[AuditEvent]) -> list[Line]:
    """One line each, in the order given, with a query for all that they name of a kind."""
    proposals = _proposals(project, _ids(events, "proposal"))
    things = _memories(project, _ids(events, "memory")) | _entries(project, _ids(events, "entry"))
    said = _said(proposals.values(), events) | _why_erased(project, events)
    return [_line(event, proposals, things, said) for event in events]


def _ids(events: Sequence[AuditEvent], kind: str) -> set[str]:
    return {event.object_id for event in events if event.object_type == kind}


def _proposals(project: Project, ids: set[str]) -> dict[str, Proposal]:
    found = [
        one
        for size, some in fitting_lists("id", [UUID(one) for one in ids])
        for one in _of(size).models(**some)
        if one.project_id == project.pk
    ]
    with_revisions(found)
    return {str(one.public_id): one for one in found}


@cache
def _of(size: int) -> Prepared[Proposal]:
    return Prepared(lambda: Proposal.objects.filter(public_id__in=given_list("id", size)))


def _memories(project: Project, ids: set[str]) -> dict[str, Thing]:
    if not ids:
        return {}
    rows = Memory.objects.in_project(project).filter(public_id__in=ids)
    return {
        str(one.public_id): Thing("memory:detail", one.label, one.heading or one.label)
        for one in rows
    }


def _entries(project: Project, ids: set[str]) -> dict[str, Thing]:
    """Under what they are about; the words themselves may be a hundred thousand characters."""
    if not ids:
        return {}
    rows = Entry.objects.in_project(project).filter(public_id__in=ids)
    found = rows.values_list("public_id", "number", "erased_at", "subject__label")
    return {
        str(public_id): Thing("companion:entry", label, label if erased else f"{label} {about}")
        for public_id, number, erased, about in found
        for label in [label_of(number)]
    }


def _said(proposals: Iterable[Proposal], events: Sequence[AuditEvent]) -> dict[Any, str]:
    """The notes of decisions, by proposal and instant: the record holds none of them itself."""
    if not any(event.type in DECISIONS for event in events):
        return {}
    reviews = Review.objects.filter(proposal__in=[one.pk for one in proposals]).exclude(note="")
    return {
        (str(one.proposal.public_id), one.at): one.note
        for one in reviews.select_related("proposal")
    }


def _said_by(event: AuditEvent) -> Any:
    key = (event.object_id, event.at)
    return (*key, "erased") if event.type in ERASED else key


def _why_erased(project: Project, events: Sequence[AuditEvent]) -> dict[Any, str]:
    ids = [event.object_id for event in events if event.type in ERASED]
    found = Erasure.objects.filter(project=project, object_id__in=ids) if ids else []
    return {(one.object_id, one.at, "erased"): one.reason for one in found}


def _line(
    event: AuditEvent,
    proposals: dict[str, Proposal],
    things: dict[str, Thing],
    said: dict[Any, str],
) -> Line:
    actor = Actor.load(event.actor)
    proposal = proposals.get(event.object_id)
    thing = _thing(proposal, actor) if proposal else None
    return Line(
        at=event.at,
        order=(1, event.seq),
        actor=actor,
        verb=_verb(event),
        thing=thing or things.get(event.object_id),
        more=_more(event),
        said=said.get(_said_by(event), ""),
        tool=TOOLS.get(event.type, "") if actor.kind == "agent" else "",
    )


def _thing(proposal: Proposal, actor: Actor) -> Thing:
    """With its proposer, unless that is who acts."""
    by = proposal.actor
    return Thing(
        "proposals:detail",
        proposal.label,
        shown(proposal).heading,
        by=None if by.credential == actor.credential else by,
    )


def _verb(event: AuditEvent) -> str:
    details = event.details
    match event.type:
        case "proposal.created":
            return PROPOSED[Operation(details["operation"])]
        case "proposal.approved":
            return "edited and approved" if details.get("edited") else "approved"
        case "proposal.revised" if details.get("added"):
            return f"added {' and '.join(details['added'])} to"
        case "proposal.commented" if details.get("removed"):
            return "took a comment away from"
        case "proposal.commented" if details.get("asks"):
            return "asked for a change of"
        case "proposal.reopened":
            is_revoked = details["cause"] == Cause.REVOKED
            return "took the approval back from" if is_revoked else "reopened"
        case "proposal.stale":
            return "overtook"
        case "conflict.resolved" if details["choice"] == Choice.ENDED:
            return "ended a conflict by what they did to one of its two memories"
        case "proposal.assigned" if details["to"] is None:
            return "assigned to nobody"
        case "proposal.assigned":
            return f"asked {details['name']} to decide on"
        case "memory.erased" if event.object_type == "user":
            return f"erased what {details['name']} wrote"
        case "proposal.withdrawn" if details.get("cause") == Cause.ERASED:
            return "took out"
        case "member.added":
            return f"added {details['name']} as {Role(details['role']).label.lower()}"
        case "member.changed":
            return f"changed the role of {details['name']} to {Role(details['role']).label.lower()}"
        case "member.removed":
            return f"removed {details['name']} from the project"
        case "key.created" | "key.revoked":
            did = "made" if event.type == "key.created" else "revoked"
            return f"{did} the agent key {details['name']}"
    return VERBS.get(event.type, event.type.replace(".", " "))


def _more(event: AuditEvent) -> str:
    details = event.details
    match event.type:
        case "evidence.constructed":
            return _counted(details["kept"] + details["added"], details["inferred"])
        case "proposal.approved" if details.get("given", 1) < details.get("needed", 1):
            return f"Approval {details['given']} of {details['needed']}"
        case "proposal.approved" if details.get("confirmed_with") == "password":
            return "Confirmed with a password"
        case "proposal.reopened" if details["cause"] != Cause.REVOKED:
            return f"Because it {CAUSES.get(details['cause'], details['cause'])}"
        case "proposal.stale":
            is_erased = details.get("cause") == TARGET_ERASED
            return (
                "What it was about was erased" if is_erased else "What it was about changed first"
            )
    return ""


def _counted(facts: int, inferred: int) -> str:
    told = f"{facts} fact{'' if facts == 1 else 's'}"
    return f"{told}, {inferred} inference{'' if inferred == 1 else 's'}" if inferred else told
