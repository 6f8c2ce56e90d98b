"""What is said on the page when a decision was not taken: what happened, and nothing typed lost."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory.access import Access
from memory.errors import CameTooLate, PreviouslyRejected, Problem
from memory.spoken import moment
from memory.times import parse_instant
from proposals.comparing import Compared
from proposals.models import Proposal
from proposals.states import Status


@dataclass(frozen=True, slots=True)
class Notice:
    title: str
    message: str
    typed: list[tuple[str, str]] = field(default_factory=list)
    """What somebody wrote that no form on the page can hold any more."""
    since: Compared | None = None
    """What changed between the words they saw and these."""
    rejected: dict[str, Any] | None = None
    memory_ref: str = ""
    proposal_ref: str = ""


def notice_of(problem: Problem, proposal: Proposal, access: Access, now: datetime) -> Notice:
    title, message = "This could not be done", problem.message
    if isinstance(problem, CameTooLate):
        title = "Someone was faster"
        if "revision" in problem.data:
            return words_changed()
        elif said := _said(problem, proposal, access, now):
            title, message = said, "Nothing was changed by what you sent."
    elif isinstance(problem, PreviouslyRejected):
        title = "These words were rejected before"
    return Notice(
        title,
        message,
        rejected=_dict(problem.data.get("rejected")),
        memory_ref=str(problem.data.get("memory_id") or ""),
        proposal_ref=str(problem.data.get("proposal_id") or ""),
    )


def words_changed(since: Compared | None = None) -> Notice:
    return Notice(
        "The words changed since you opened this page",
        "Read them as they are now, then decide.",
        since=since,
    )


def stale_notice(did: str) -> Notice:
    return Notice(
        f"Nothing was {did}",
        "What it is about changed after this was proposed. Read what changed below; then it can be"
        " proposed again on the new version.",
    )


def reopened_notice() -> Notice:
    return Notice(
        "Nothing was applied",
        "The approval waited longer than this project allows. It waits for a reviewer once more.",
    )


def _said(problem: Problem, proposal: Proposal, access: Access, now: datetime) -> str:
    """Who decided it, and when."""
    by, at = problem.data.get("by"), problem.data.get("at")
    match proposal.status:
        case Status.APPROVED | Status.REJECTED if by and at:
            who = "You" if by == access.user.name else str(by)
            return f"{who} {proposal.status} this already, {_when(parse_instant(str(at)), now)}"
        case Status.APPLIED if proposal.applied_at:
            return f"This was applied already, {_when(proposal.applied_at, now)}"
        case Status.WITHDRAWN if proposal.decided_at and not proposal.is_erased:
            return f"Who proposed this withdrew it, {_when(proposal.decided_at, now)}"
        case Status.STALE if proposal.decided_at:
            return f"This was overtaken, {_when(proposal.decided_at, now)}"
    return ""


def _when(at: datetime, now: datetime) -> str:
    return f"{moment(at, now)} UTC"


def _dict(value: object) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None
