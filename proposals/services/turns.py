"""Whose turn a proposal is and why, as one person sees it; and the three queues that follow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, TextChoices

from memory.access import Access
from memory.models import Membership, User
from memory.roles import Role
from proposals.models import Assignment, Proposal, Review
from proposals.models.proposal import ProposalQuerySet
from proposals.policy import why_not_review
from proposals.states import OPEN, Status

NEVER = Q(pk=None)
PLAIN = "your turn"


class Queue(TextChoices):
    MINE = "mine", "Needs you"
    OTHERS = "others", "Waits on others"
    DECIDED = "decided", "Decided"


@dataclass(frozen=True, slots=True)
class Turn:
    words: str
    queue: Queue

    @property
    def is_mine(self) -> bool:
        return self.queue == Queue.MINE

    @property
    def is_plain(self) -> bool:
        """The queue's name says it all."""
        return self.words == PLAIN


@dataclass(frozen=True, slots=True)
class Counts:
    """How many proposals stand in each status, and how many of those need one person."""

    by_status: dict[str, int]
    mine: int

    def of(self, queue: Queue) -> int:
        if queue == Queue.MINE:
            return self.mine
        is_open = queue == Queue.OTHERS
        every = sum(number for one, number in self.by_status.items() if (one in OPEN) == is_open)
        return every - self.mine if is_open else every


class Turns:
    def __init__(self, access: Access) -> None:
        self.access = access
        self.project = access.project
        self.me = access.user.pk

    @cached_property
    def reviewers(self) -> dict[int, User]:
        """Who may review here."""
        rows = Membership.objects.who_may(Role.REVIEWER).filter(project=self.project)
        return {one.user_id: one.user for one in rows.select_related("user")}

    @cached_property
    def answering(self) -> set[int]:
        """Who may change or explain what they proposed here."""
        return set(self._answering().values_list("user", flat=True))

    @cached_property
    def is_reviewer(self) -> bool:
        return self.access.may(Role.REVIEWER)

    def rows(self, queue: Queue) -> ProposalQuerySet:
        rows = Proposal.objects.in_project(self.project)
        if queue == Queue.DECIDED:
            return rows.exclude(status__in=OPEN)
        return rows.filter(self._needs_me if queue == Queue.MINE else ~self._needs_me).open()

    def counts(self) -> Counts:
        """In one question, so that the numbers fit each other."""
        rows = Proposal.objects.in_project(self.project).order_by().values_list("status")
        found = rows.annotate(n=Count("pk"), mine=Count("pk", filter=self._needs_me))
        by_status, mine = dict.fromkeys(Status.values, 0), 0
        for status, number, needing_me in found:
            by_status[status] = number
            mine += needing_me
        return Counts(by_status, mine)

    @cached_property
    def _needs_me(self) -> Q:
        """The same as `of` says of each, asked of the database."""
        if self.project.closed_at is not None:
            return NEVER
        needs = NEVER
        if self.is_reviewer:
            answered = ~Exists(self._answering().filter(user=OuterRef("proposer")))
            waits = Q(status=Status.PENDING) & (Q(asked_at=None) | Q(answered))
            if self.project.policy.four_eyes:
                waits &= ~Q(proposer=self.me)
            approved = Exists(_approvals(OuterRef("pk")).filter(reviewer=self.me))
            needs |= waits & ~Q(approved) & ~Q(Exists(self._held_by_others()))
        if self.access.may(Role.CONTRIBUTOR):
            needs |= Q(status=Status.PENDING, asked_at__isnull=False, proposer=self.me)
            by_hand = Q(proposer=self.me, proposed_by__kind="human")
            needs |= Q(status=Status.APPROVED) & by_hand
        return needs

    def _answering(self) -> QuerySet[Membership]:
        return Membership.objects.who_may(Role.CONTRIBUTOR).filter(project=self.project)

    def _held_by_others(self) -> QuerySet[Assignment]:
        own = _approvals(OuterRef("proposal")).filter(reviewer=OuterRef("assignee"))
        rows = Assignment.objects.filter(
            ~Exists(own),
            proposal=OuterRef("pk"),
            assignee__in=set(self.reviewers) - {self.me},
        )
        if self.project.policy.four_eyes:
            rows = rows.exclude(assignee=F("proposal__proposer"))
        return rows

    def is_asked(self, proposal: Proposal) -> bool:
        """Whether who proposed it is to change or explain it first, and can."""
        return proposal.asked_at is not None and proposal.proposer_id in self.answering

    def of(self, proposal: Proposal) -> Turn:
        """Needs its reviews and its assignment; fetch them before where there are many."""
        if not proposal.is_open:
            return Turn(_decided(proposal), Queue.DECIDED)
        if self.project.closed_at is not None:
            return Turn("the project is closed", Queue.OTHERS)
        if proposal.status == Status.APPROVED:
            return self._to_apply(proposal)
        return self._to_decide(proposal)

    def holder(self, proposal: Proposal) -> int | None:
        """The assignee, while that is a member whose approval would count."""
        found = getattr(proposal, "assignment", None)
        if found is None or self.why_not_ask(proposal, found.assignee_id):
            return None
        return int(found.assignee_id)

    def why_not_ask(self, proposal: Proposal, person: int) -> str:
        """Whose approval would not count is not asked for one."""
        if person not in self.reviewers:
            return "choose a member who may review"
        if person in _given(proposal):
            return "they approved it already"
        if self._why_not(proposal, person):
            return "four eyes: they or their agent proposed it"
        return ""

    def _why_not(self, proposal: Proposal, person: int) -> str:
        return why_not_review(
            self.project.policy, proposer_id=proposal.proposer_id, reviewer_id=person
        )

    def _to_decide(self, proposal: Proposal) -> Turn:
        given, needed = _given(proposal), self.project.policy.approvals_needed
        missing = f", approval {len(given) + 1} of {needed}" if needed > 1 else ""
        if self.is_asked(proposal):
            return self._to_answer(proposal)
        holder = self.holder(proposal)
        if holder == self.me and self.is_reviewer:
            return Turn(f"{PLAIN}{missing}: assigned to you", Queue.MINE)
        if holder is not None:
            name = self.reviewers[holder].name
            return Turn(f"{name}'s turn{missing}: assigned to them", Queue.OTHERS)
        if not self.is_reviewer:
            return Turn(f"a reviewer's turn{missing}", Queue.OTHERS)
        if self.me in given:
            return Turn(f"another reviewer's turn{missing}: you approved it", Queue.OTHERS)
        if self._why_not(proposal, self.me):
            why = "you or your agent proposed it"
            return Turn(f"another reviewer's turn{missing}: {why}", Queue.OTHERS)
        return Turn(f"{PLAIN}{missing}", Queue.MINE)

    def _to_answer(self, proposal: Proposal) -> Turn:
        if proposal.proposer_id == self.me:
            return Turn(f"{PLAIN}: a reviewer asks for a change", Queue.MINE)
        return Turn("its proposer's turn: a change is asked for", Queue.OTHERS)

    def _to_apply(self, proposal: Proposal) -> Turn:
        by_hand = proposal.actor.kind == "human"
        contributes = self.access.may(Role.CONTRIBUTOR)
        if by_hand and contributes and proposal.proposer_id == self.me:
            return Turn(f"{PLAIN}: apply it", Queue.MINE)
        who = "who proposed it" if by_hand else "its agent"
        return Turn(f"{who} may apply it{', or you' if contributes else ''}", Queue.OTHERS)


def _approvals(proposal: OuterRef) -> QuerySet[Review]:
    return Review.objects.standing().filter(proposal=proposal)


def _given(proposal: Proposal) -> list[int | None]:
    return [one.reviewer_id for one in proposal.reviews.all() if one.dismissed_at is None]


def _decided(proposal: Proposal) -> str:
    if proposal.status == Status.REJECTED:
        by = [one.reviewed_by["name"] for one in proposal.reviews.all() if not one.dismissed_at]
        return f"{by[0]} rejected it" if by else "rejected"
    if proposal.status == Status.STALE:
        return "overtaken"
    return "withdrawn" if proposal.status == Status.WITHDRAWN else "applied"
