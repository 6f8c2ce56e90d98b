"""The rows of the inbox: what would change, who asks, whose turn it is, what to be wary of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from memory.authority import Authority, Instant
from memory.leaks import leaks
from memory.services.listing import authority_of_each
from memory.text import count_hidden
from proposals.comparing import glimpse
from proposals.diffing import Piece
from proposals.models import Proposal
from proposals.query_language import FROM
from proposals.services.turns import Turn, Turns
from proposals.shown import shown
from proposals.states import Operation, Status

LOOKED_THROUGH = 100_000
# A page's agent and a person's own hand are told by the mark beside the name.
SAID = {one: FROM[one] for one in ("key", "file")}


@dataclass(frozen=True, slots=True)
class Row:
    proposal: Proposal
    heading: str
    pieces: list[Piece]
    target: str
    turn: Turn
    source: str
    flags: list[str]
    cited: int
    may_choose: bool
    is_gone: bool
    """It was in the queue when the page was opened, and is not now."""


def rows_of(turns: Turns, found: Iterable[Proposal], gone: Collection[int] = ()) -> list[Row]:
    proposals = list(found)
    targets = [one.target_id for one in proposals if one.target_id]
    known = authority_of_each(turns.project, targets, Instant.now()) if targets else {}
    may_triage = turns.is_reviewer and turns.project.closed_at is None
    return [
        _row(turns, one, known, may_triage=may_triage, is_gone=one.number in gone)
        for one in proposals
    ]


def _row(
    turns: Turns, proposal: Proposal, known: dict[int, str], *, may_triage: bool, is_gone: bool
) -> Row:
    it = shown(proposal)
    return Row(
        proposal=proposal,
        heading=it.heading,
        pieces=glimpse(it.was, it.content),
        target=_target(proposal, known),
        turn=turns.of(proposal),
        source=SAID.get(source_of(proposal), ""),
        flags=list(_flags(proposal)),
        cited=len(proposal.evidence_ids),
        may_choose=may_triage and proposal.status == Status.PENDING and not is_gone,
        is_gone=is_gone,
    )


def source_of(proposal: Proposal) -> str:
    if proposal.imported_from:
        return "file"
    actor = proposal.actor
    if actor.kind == "human":
        return "hand"
    return "" if actor.kind == "system" else "key" if actor.key_id else "page"


def _flags(proposal: Proposal) -> Iterator[str]:
    """What a reviewer should know before the words themselves."""
    if proposal.status == Status.STALE:
        yield "Target changed"
    if not proposal.is_open:
        return
    words = [change.get("words") or {} for change in proposal.current.listed]
    texts = chain.from_iterable(
        (one.get("title") or "", one.get("content", ""), *one.get("tags", ())) for one in words
    )
    text = "\n".join([*texts, proposal.first.reason])[:LOOKED_THROUGH]
    if leaks(text):
        yield "Looks like a secret"
    if hidden := count_hidden(text):
        yield f"{hidden} hidden character{'' if hidden == 1 else 's'}"


def _target(proposal: Proposal, known: dict[int, str]) -> str:
    if proposal.operation == Operation.CREATE:
        return "New memory"
    if proposal.operation == Operation.BATCH:
        return "Several at once"
    authority = known.get(proposal.target_id) if proposal.target_id else None
    if authority is None:
        return "Target not available"
    if proposal.is_open and authority != Authority.AUTHORITATIVE:
        return f"Target {authority}"
    if proposal.operation == Operation.RETIRE:
        return "Retirement"
    return "Target unchanged" if proposal.is_open else "Change"
