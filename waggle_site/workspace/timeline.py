"""What happened in a project, newest first: its audit events and its tool calls as one record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from itertools import groupby

from django.db.models import Q

from memory.actors import Actor
from memory.models import AuditEvent, Project, ToolCall
from memory.prepared import Given, Prepared
from memory.times import iso
from proposals.ledger import Line, lines_of
from waggle_site.tools.registry import BY_NAME

PAGE = 40
CALL, EVENT = 0, 1
VOICES = {"agents": "agent", "humans": "human"}
CALLS = "calls"
WHAT = {
    "proposals": (
        "proposal.created",
        "proposal.revised",
        "proposal.commented",
        "proposal.withdrawn",
        "proposal.stale",
    ),
    "decisions": (
        "proposal.assigned",
        "proposal.approved",
        "proposal.reopened",
        "proposal.rejected",
        "rejection.lifted",
        "conflict.resolved",
    ),
    "changes": ("proposal.applied", "memory.erased", "conflict.found"),
    "evidence": (
        "evidence.confirmed",
        "evidence.constructed",
        "evidence.failed",
        "evidence.erased",
        "inference.adopted",
    ),
}
"""Of events; what is left tells of the project itself."""
FILTERS = (
    ("", "All"),
    ("proposals", "Proposals"),
    ("decisions", "Decisions"),
    ("changes", "Changes"),
    ("evidence", "Evidence"),
    ("project", "Project"),
    (CALLS, "Tool calls"),
)
DID = {
    "get_project_brief": "read the brief",
    "recall_memory": "recalled",
    "get_companion_vocabulary": "read a vocabulary",
    "query_companion_memory": "looked up evidence",
    "propose_memory_change": "tried to propose a change",
    "apply_approved_memory_change": "tried to apply a proposal",
    "approve": "tried to approve a proposal",
    "reject": "tried to reject a proposal",
    "revise": "tried to change the words of a proposal",
    "revoke": "tried to take an approval back",
    "lift": "tried to lift a rejection",
    "triage": "tried to reject or assign several proposals",
}
RECORDED_ANYWAY = ("propose_memory_change", "apply_approved_memory_change")
"""Where these succeed, the audit event of what they did tells it."""
REFUSALS = {
    "PROPOSAL_NOT_APPROVED": "no human has approved it",
    "PROPOSAL_STALE": "what it was about changed first",
    "PREVIOUSLY_REJECTED": "a human rejected this before",
    "NO_CHANGE": "it would change nothing",
    "NOT_AUTHORITATIVE": "its target is no longer in force",
    "NOT_FOUND": "there is no such thing in this project",
    "FORBIDDEN": "it is not theirs to do",
    "SIGNED_OUT": "it takes a signed-in person",
    "CSRF_FAILED": "it did not come from the form in the page",
    "INVALID_INPUT": "the input was not valid",
    "RATE_LIMITED": "too much at once",
}


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in the record: what comes after it is older."""

    at: datetime
    source: int
    number: int

    @classmethod
    def parse(cls, text: str) -> Cursor | None:
        try:
            at, source, number = text.split("~")
            moment = datetime.fromisoformat(at)
            return cls(moment.astimezone(UTC), int(source), int(number)) if moment.tzinfo else None
        except (ValueError, OverflowError):
            return None

    def __str__(self) -> str:
        return f"{iso(self.at)}~{self.source}~{self.number}"

    def older(self, source: int, number_field: str) -> Q:
        same = Q(at=self.at)
        if source == self.source:
            same &= Q(**{f"{number_field}__lt": self.number})
        elif source > self.source:
            same = Q(pk=None)
        return Q(at__lt=self.at) | same


@dataclass(frozen=True, slots=True)
class Timeline:
    lines: list[Line]
    next: str = ""

    @property
    def days(self) -> list[tuple[date, list[Line]]]:
        by_day = groupby(self.lines, key=lambda line: line.at.astimezone(UTC).date())
        return [(day, list(lines)) for day, lines in by_day]


def timeline(
    project: Project,
    *,
    after: Cursor | None = None,
    limit: int = PAGE,
    voice: str = "",
    what: str = "",
) -> Timeline:
    """`voice`: what agents did, or what people did; otherwise all, the system's acts too.
    `what`: one of FILTERS.
    """
    only = {"actor__kind": VOICES[voice]} if voice in VOICES else {}
    events = [] if what == CALLS else _events(project, after, limit, only, what)
    calls = _calls(project, after, limit, only) if what in ("", CALLS) else []
    found = sorted([*events, *calls], key=lambda line: (line.at, line.order), reverse=True)
    shown = found[:limit]
    if len(found) <= limit:
        return Timeline(shown)
    last = shown[-1]
    return Timeline(shown, next=str(Cursor(last.at, *last.order)))


def _events(
    project: Project, after: Cursor | None, limit: int, only: dict[str, str], what: str
) -> list[Line]:
    if not (only or what or after):
        return lines_of(project, _told(limit + 1).models(project=project.pk))
    rows = AuditEvent.objects.filter(project=project, **only).told()
    if what in WHAT:
        rows = rows.filter(type__in=WHAT[what])
    elif what:
        rows = rows.exclude(type__in=[one for types in WHAT.values() for one in types])
    if after:
        rows = rows.filter(after.older(EVENT, "seq"))
    return lines_of(project, list(rows.order_by("-at", "-seq")[: limit + 1]))


def _calls(project: Project, after: Cursor | None, limit: int, only: dict[str, str]) -> list[Line]:
    if not (only or after):
        return [_call(row) for row in _called(limit + 1).models(project=project.pk)]
    rows = ToolCall.objects.filter(project=project, **only).exclude(
        outcome="ok", tool__in=RECORDED_ANYWAY
    )
    if after:
        rows = rows.filter(after.older(CALL, "pk"))
    return [_call(row) for row in rows.order_by("-at", "-pk")[: limit + 1]]


@cache
def _told(most: int) -> Prepared[AuditEvent]:
    rows = AuditEvent.objects.filter(project=Given("project")).told()
    return Prepared(lambda: rows.order_by("-at", "-seq")[:most])


@cache
def _called(most: int) -> Prepared[ToolCall]:
    rows = ToolCall.objects.filter(project=Given("project"))
    rows = rows.exclude(outcome="ok", tool__in=RECORDED_ANYWAY)
    return Prepared(lambda: rows.order_by("-at", "-pk")[:most])


def _call(row: ToolCall) -> Line:
    verb = DID.get(row.tool, "called")
    if row.tool == "recall_memory" and row.outcome == "ok":
        count = len(row.ids)
        verb = f"recalled and got {count} memor{'y' if count == 1 else 'ies'}"
    refused = "" if row.outcome == "ok" else REFUSALS.get(row.outcome, row.outcome.lower())
    return Line(
        at=row.at,
        order=(CALL, row.pk),
        actor=Actor.load(row.actor),
        verb=verb,
        refused=refused.replace("_", " "),
        tool=row.tool if row.tool in BY_NAME else "",
    )
