"""All that the page of one proposal shows, read in a number of queries that no proposal grows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects

from companion.models import Entry
from companion.services.adopting import Occasion
from memory.access import Access
from memory.actors import Actor
from memory.models import AuditEvent, Memory, Policy
from memory.roles import Confirmation
from proposals.changes import Change
from proposals.comparing import Compared, Part, diffed
from proposals.history import Reopened, events_of, history, reopened
from proposals.ledger import Line
from proposals.may import May, may
from proposals.models import Addition, Proposal, RejectedValue, Review, Revision
from proposals.models.review import Decision
from proposals.policy import approvals_asked
from proposals.services.beside import Beside, beside
from proposals.services.naming import Cited, Named, Target
from proposals.services.suggesting import conclusion_in, said_because_of
from proposals.services.turns import Turns
from proposals.states import Operation, Status

CHANGES, CHARACTERS, HANDS = 50, 60_000, 20


@dataclass(frozen=True, slots=True)
class Added:
    """What a repeat brought, and whose."""

    actor: Actor
    addition: Addition
    evidence: list[Cited]


@dataclass(frozen=True, slots=True)
class Hand:
    """One revision: who wrote it, and its words against those before."""

    revision: Revision
    actor: Actor
    parts: list[Part]


@dataclass(frozen=True, slots=True)
class Reading:
    proposal: Proposal
    changes: list[Compared]
    omitted: int
    targets: list[Target]
    result: Memory | None
    overtaken_by: Memory | None
    reason: str
    evidence: list[Cited]
    additions: list[Added]
    hands: list[Hand]
    approvals: list[Review]
    rejection: Review | None
    policy: Policy
    may: May
    is_remembered: bool
    """Whether a rejection of its words still holds."""
    history: list[Line]
    applied_by: Actor | None
    withdrawn_by: Actor | None
    reopened: Reopened | None
    is_asked: bool
    """Whether who proposed it is to change or explain it first, and can."""
    again_of: Proposal | None
    """The overtaken proposal that it carries over."""
    proposed_again: list[Proposal]
    """Those that carry it over."""
    against: Beside
    conclusion: Occasion | None
    """What an agent concluded, for a person to say in their own words."""
    said: list[Entry]
    """What people said in theirs because of it."""

    @property
    def change(self) -> Compared:
        nothing = Compared(self.proposal.operation, None, None, {})
        return self.changes[0] if self.changes else nothing

    @property
    def target(self) -> Target | None:
        return self.targets[0] if len(self.targets) == 1 else None

    @property
    def is_last_word(self) -> bool:
        """Whether what it applied is still the newest version."""
        return bool(self.result and self.target and self.target.ahead.pk == self.result.pk)

    @property
    def is_batch(self) -> bool:
        return self.proposal.operation == Operation.BATCH

    @property
    def is_same(self) -> bool:
        return all(target.is_same for target in self.targets)

    @property
    def drifted(self) -> list[Target]:
        return [target for target in self.targets if not target.is_same]

    @property
    def drift(self) -> list[Compared]:
        """What became of each target that is not as it was."""
        return [
            Compared(Operation.UPDATE, one.memory.words, one.ahead.words, {})
            for one in self.drifted
            if not (one.memory.erased_at or one.ahead.erased_at)
        ]

    @property
    def author(self) -> Actor:
        """Who wrote the words in force."""
        return Actor.load(self.proposal.current.author)

    @property
    def is_edited(self) -> bool:
        return any(review.edited for review in self.approvals)

    @property
    def is_confirmed_by_password(self) -> bool:
        return any(one.confirmed_with == Confirmation.PASSWORD for one in self.approvals)

    @property
    def cited_count(self) -> int:
        return len(self.evidence) + sum(len(added.evidence) for added in self.additions)

    @property
    def missing_count(self) -> int:
        """Cited, and not to be read here any more."""
        every = [*self.evidence, *(one for added in self.additions for one in added.evidence)]
        return sum(one.memory is None and one.source is None for one in every)

    @property
    def approvals_given(self) -> int:
        return len(self.approvals)

    @property
    def approvals_needed(self) -> int:
        return approvals_asked(self.policy, self.proposal)

    @property
    def hidden(self) -> str:
        """Every word that would be told, for finding what a reader cannot see."""
        return "\n".join(change.all_words for change in self.changes)


def read(
    access: Access, proposal: Proposal, *, against_now: bool = False, all_changes: bool = False
) -> Reading:
    _prefetch(proposal)
    first, revision = proposal.first, proposal.current
    size = revision.size if all_changes else _shown(revision.changes)
    changes = [Change.model_validate(one) for one in revision.changes[:size]]
    memories = Named(access, proposal, [first, revision])
    targets = memories.targets()
    reviews = list(proposal.reviews.all())
    approvals = [one for one in reviews if _stands(one, Decision.APPROVE)]
    is_remembered = RejectedValue.objects.filter(proposal=proposal, lifted_at=None).exists()
    events = events_of(proposal)
    is_same = all(target.is_same for target in targets)
    is_pending = proposal.status == Status.PENDING
    can_answer = is_pending and proposal.proposer_id in Turns(access).answering
    return Reading(
        proposal=proposal,
        changes=[
            memories.compared(change, base, against_now=against_now)
            for change, base in zip(changes, revision.base, strict=False)
        ],
        omitted=len(revision.changes) - len(changes),
        targets=targets,
        result=memories.get(proposal.result),
        overtaken_by=memories.get(proposal.overtaken_by),
        reason=first.reason,
        evidence=memories.cited(first.evidence_ids),
        additions=[
            Added(Actor.load(one.actor), one, memories.cited(one.evidence_ids))
            for one in proposal.additions.all()
        ],
        hands=_hands(proposal),
        approvals=approvals,
        rejection=next((one for one in reviews if _stands(one, Decision.REJECT)), None),
        policy=access.project.policy,
        may=may(
            access,
            proposal,
            approvals=approvals,
            is_same=is_same,
            is_remembered=is_remembered,
            can_answer=can_answer,
        ),
        is_remembered=is_remembered,
        history=history(proposal, events),
        applied_by=_who(events, "proposal.applied"),
        withdrawn_by=_who(events, "proposal.withdrawn"),
        reopened=reopened(events) if is_pending else None,
        is_asked=can_answer and proposal.asked_at is not None,
        again_of=proposal.again_of,
        proposed_again=list(proposal.proposed_again.order_by("number")),
        against=beside(proposal),
        conclusion=conclusion_in(proposal),
        said=said_because_of(proposal),
    )


def _shown(changes: Sequence[dict[str, Any]]) -> int:
    """As many of a batch as one reads on one page; the first, however long it is."""
    texts = [str((one.get("words") or {}).get("content", "")) for one in changes[:CHANGES]]
    so_far = accumulate(map(len, texts))
    return max(1, sum(length <= CHARACTERS for length in so_far))


def since(proposal: Proposal, seen: int) -> Compared | None:
    """What changed between the revision somebody saw and the one in force."""
    revisions = {one.number: one for one in proposal.revisions.all()}
    before, after = revisions.get(seen), revisions[proposal.revision]
    if before is None or before.words is None or after.words is None or before == after:
        return None
    return Compared(Operation.UPDATE, before.words.plain(), after.words.plain(), {})


def _prefetch(proposal: Proposal) -> None:
    prefetch_related_objects(
        [proposal],
        Prefetch("revisions", Revision.objects.order_by("number")),
        Prefetch("reviews", Review.objects.order_by("at")),
        Prefetch("additions", Addition.objects.order_by("at")),
        "targets__memory",
    )


def _stands(review: Review, decision: Decision) -> bool:
    return review.dismissed_at is None and review.decision == decision


def _who(events: Sequence[AuditEvent], did: str) -> Actor | None:
    return next((Actor.load(one.actor) for one in events if one.type == did), None)


def _hands(proposal: Proposal) -> list[Hand]:
    """Of a single text, newest revisions first to go where there are very many."""
    found: list[Hand] = []
    before: str | None = None
    for revision in list(proposal.revisions.all())[-HANDS:]:
        words = revision.words
        if words is None:
            return []
        old = words.content if before is None else before
        parts = diffed(old, words.content)
        found.append(Hand(revision, Actor.load(revision.author), parts))
        before = words.content
    return found
