"""What holds of a project after every step, whoever did what."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from memory.audit import verify
from memory.authority import Instant
from memory.canonical import digest
from memory.models import AuditEvent, Memory, Project
from memory.services.lineage import begun_after, state_of
from memory.services.recall import recall
from proposals.models import Proposal, RejectedValue, Review
from proposals.models.review import Decision
from proposals.states import EVENT_OF, Operation, Status

LATER = datetime(2101, 1, 1, tzinfo=UTC)


def hold(project: Project, every_word: str) -> None:
    """`every_word` finds all memories that the steps may make."""
    rows = project.proposals.prefetch_related("revisions", "reviews", "targets__memory")
    proposals = list(rows.select_related("project"))
    memories = list(Memory.objects.in_project(project).prefetch_related("outgoing__target"))
    the_chain_holds(project)
    one_truth_a_lineage(project)
    every_memory_was_approved(memories, proposals)
    for proposal in proposals:
        if proposal.status == Status.APPLIED:
            what_was_applied_is_there(proposal, memories)
        elif proposal.is_open:
            what_is_open_stands_where_it_stood(proposal)
            approvals_cover_the_words_in_force(proposal)
    nothing_is_asked_twice(proposals)
    a_no_was_kept(project)
    recall_is_what_is_true(project, every_word)


def the_chain_holds(project: Project) -> None:
    assert verify(project).broken_at is None
    seen = AuditEvent.objects.filter(project=project).order_by("seq").values_list("seq", flat=True)
    assert list(seen) == list(range(1, len(seen) + 1))


def one_truth_a_lineage(project: Project) -> None:
    for instant in (Instant.now(), Instant(LATER, LATER)):
        true = Memory.objects.in_project(project).authoritative(instant)
        _at_most_one(true.values_list("lineage", flat=True))


def every_memory_was_approved(memories: list[Memory], proposals: list[Proposal]) -> None:
    by_id = {one.public_id: one for one in proposals}
    for memory in memories:
        proposal = by_id[memory.proposal_id]
        assert proposal.status == Status.APPLIED
        assert digest(memory.words, salt=bytes(memory.salt)) == memory.digest
        assert memory.digest in {change.digest for change in proposal.current.parsed}
        assert memory.approved_by


def what_was_applied_is_there(proposal: Proposal, memories: list[Memory]) -> None:
    by_id = {one.public_id: one for one in memories}
    approvals = _standing(proposal)
    assert len(approvals) >= proposal.approvals_needed
    assert {one.digest for one in approvals} == {proposal.current.digest}
    for change in proposal.current.parsed:
        memory = by_id[change.memory_id]
        if change.operation is Operation.RETIRE:
            assert memory.retired_by == proposal.public_id
        else:
            assert (memory.digest, memory.proposal_id) == (change.digest, proposal.public_id)


def what_is_open_stands_where_it_stood(proposal: Proposal) -> None:
    for target in proposal.targets.all():
        assert state_of(target.memory) == target.fingerprint
        assert begun_after(target.memory, timezone.now()) is None


def approvals_cover_the_words_in_force(proposal: Proposal) -> None:
    approvals = _standing(proposal)
    assert all(one.digest == proposal.current.digest for one in approvals)
    assert len({one.reviewer_id for one in approvals}) == len(approvals)
    if proposal.status == Status.APPROVED:
        assert len(approvals) >= proposal.approvals_needed
    else:
        assert (proposal.decided_at, proposal.expires_at) == (None, None)


def nothing_is_asked_twice(proposals: list[Proposal]) -> None:
    _at_most_one(one.same_as for one in proposals if one.is_open)


def a_no_was_kept(project: Project) -> None:
    for no in RejectedValue.objects.filter(project=project, lifted_at=None):
        again = Memory.objects.filter(project=project, value=no.value, recorded_at__gt=no.at)
        assert not again.filter(Q(version=1) | Q(lineage=no.lineage)).exists()


def recall_is_what_is_true(project: Project, every_word: str) -> None:
    now = Instant.now()
    found = recall(project, every_word, instant=now, limit=50)
    true = set(Memory.objects.in_project(project).authoritative(now))
    assert (set(found.memories), found.omitted) == (true, 0)


def _standing(proposal: Proposal) -> list[Review]:
    return [
        one
        for one in proposal.reviews.all()
        if one.decision == Decision.APPROVE and one.dismissed_at is None
    ]


def _at_most_one(values: Iterable[object]) -> None:
    assert all(count == 1 for count in Counter(values).values())


@dataclass(frozen=True, slots=True)
class Seen:
    """A project at one moment: enough of it to say which events the next step must leave."""

    proposals: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    memories: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    approvals: int = 0
    revoked: dict[int, int] = field(default_factory=dict)
    lifted: frozenset[int] = frozenset()
    policy: tuple[Any, ...] = ()
    events: int = 0

    @classmethod
    def of(cls, project: Project) -> "Seen":
        reviews = Review.objects.filter(proposal__project=project)
        revoked = reviews.filter(dismissed_because="revoked")
        lifted = RejectedValue.objects.filter(project=project).exclude(lifted_at=None)
        return cls(
            {row[0]: row[1:] for row in project.proposals.values_list("pk", "status", "revision")},
            {
                row[0]: row[1:]
                for row in project.memories.values_list("pk", "version", "retired_at")
            },
            reviews.filter(decision=Decision.APPROVE).count(),
            dict(Counter(revoked.values_list("proposal", flat=True))),
            frozenset(lifted.values_list("proposal", flat=True)),
            type(project.policy).objects.filter(project=project).values_list().get(),
            AuditEvent.objects.filter(project=project).count(),
        )


def events_between(before: Seen, after: Seen) -> Counter[str]:
    """The events that the difference between two moments calls for, no more and no fewer."""
    due: Counter[str] = Counter()
    for pk, (status, revision) in after.proposals.items():
        was, earlier = before.proposals.get(pk, (None, 1))
        due["proposal.created"] += was is None
        moved = was is not None and was != status
        if moved and status != Status.APPROVED:
            due[EVENT_OF[Status(status)]] += 1
        elif was == Status.PENDING and after.revoked.get(pk, 0) > before.revoked.get(pk, 0):
            due["proposal.reopened"] += 1
        due["revisions"] += revision > earlier
    due["proposal.approved"] = after.approvals - before.approvals
    # New words come with an approval of them, or else the proposer revised.
    due["proposal.revised"] = max(0, due.pop("revisions", 0) - due["proposal.approved"])
    for pk, (version, retired) in after.memories.items():
        due["memory.recorded"] += pk not in before.memories
        due["memory.superseded"] += pk not in before.memories and version > 1
        due["memory.retired"] += bool(retired and not before.memories[pk][1])
    due["rejection.lifted"] = len(after.lifted - before.lifted)
    due["policy.changed"] = int(before.policy != after.policy)
    return +due
