"""A short look at one proposal: what it asks first, who asks and why, and whether it still fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import F, Prefetch, prefetch_related_objects
from django.db.models.fields.json import KeyTransform as Key

from memory.access import Access
from memory.actors import Actor
from memory.authority import Instant
from memory.fingerprint import fingerprint_of
from memory.models import Memory
from memory.roles import Role
from memory.services.listing import with_authority
from proposals.comparing import Compared, glimpse
from proposals.diffing import Piece
from proposals.models import Proposal, Review, Revision
from proposals.models.review import Decision
from proposals.policy import approvals_asked
from proposals.services.evidence import uuids
from proposals.services.naming import Cited, Target, cited
from proposals.states import Status

CITED = 5


@dataclass(frozen=True, slots=True)
class Glance:
    proposal: Proposal
    change: Compared
    """The first."""
    before: list[Piece]
    after: list[Piece]
    target: Target | None
    """Where there is one alone."""
    author: Actor
    """Who wrote the words in force."""
    reason: str
    evidence: list[Cited]
    """The first few."""
    approvals_given: int
    approvals_needed: int
    may_decide: bool


def glance(access: Access, proposal: Proposal) -> Glance:
    """What came with a list is not read again; nothing is read that is not shown."""
    prefetch_related_objects(
        [proposal],
        Prefetch("revisions", Revision.objects.for_lists()),
        Prefetch("reviews", Review.objects.standing()),
    )
    change = _first_change(proposal)
    pieces = glimpse(change.old, change.new)
    refs = proposal.first.evidence_ids[:CITED]
    targets = list(proposal.targets.values_list("memory__public_id", "fingerprint")[:2])
    alone = targets[0] if len(targets) == 1 else None
    ids = [*uuids(refs), *([alone[0]] if alone else [])]
    known = with_authority(access.project, ids, Instant.now())
    return Glance(
        proposal=proposal,
        change=change,
        before=[piece for piece in pieces if piece.op != "ins"],
        after=[piece for piece in pieces if piece.op != "del"],
        target=_target(known.get(alone[0]), alone[1]) if alone else None,
        author=Actor.load(proposal.current.author),
        reason=proposal.first.reason,
        evidence=cited(access.project, refs, known),
        approvals_given=sum(one.decision == Decision.APPROVE for one in proposal.reviews.all()),
        approvals_needed=approvals_asked(access.project.policy, proposal),
        may_decide=_may_decide(access, proposal),
    )


def _first_change(proposal: Proposal) -> Compared:
    revision = proposal.current
    if revision.size == 1:
        words, base = revision.single
        return Compared(proposal.operation, base or None, words or None, {})
    [(change, was)] = Revision.objects.filter(pk=revision.pk).values_list(
        _at_first("changes"), _at_first("base")
    )
    first: dict[str, Any] = change or {}
    return Compared(first.get("operation", ""), was, first.get("words"), {})


def _at_first(field: str) -> Key:
    return Key(0, F(field))


def _target(memory: Memory | None, then: str) -> Target | None:
    if memory is None:
        return None
    return Target(memory, ahead=memory, then=then, now=fingerprint_of(memory, memory.successor))


def _may_decide(access: Access, proposal: Proposal) -> bool:
    is_waiting = proposal.status == Status.PENDING and access.project.closed_at is None
    return is_waiting and access.may(Role.REVIEWER)
