"""Whom an event concerns: asked of the record and of how things stand now, never of its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from memory.access import Access
from memory.models import AuditEvent, Membership, Project, User
from memory.roles import Role
from proposals.models import Comment, Conflict, Proposal
from proposals.services.turns import Turns
from proposals.states import Status

ASKS = frozenset({"proposal.created", "proposal.revised", "proposal.reopened"})
DECIDES = frozenset(
    {
        "proposal.approved",
        "proposal.rejected",
        "proposal.reopened",
        "proposal.stale",
        "proposal.withdrawn",
    }
)
TOLD = (
    ASKS
    | DECIDES
    | {
        "proposal.applied",
        "proposal.assigned",
        "proposal.commented",
        "rejection.lifted",
        "conflict.found",
        "conflict.resolved",
        "policy.changed",
        "member.added",
        "member.changed",
        "member.removed",
        "project.closed",
    }
)


@dataclass(frozen=True, slots=True)
class Told:
    event: AuditEvent
    member: Membership
    proposal: Proposal | None
    is_needed: bool


class Audience:
    """Of some events of one project, in a number of queries that neither they nor its members
    grow. `of` one person, or of all members.
    """

    def __init__(self, project: Project, events: Sequence[AuditEvent], of: int | None = None):
        self.project = project
        self.events = list(_last_of_each_hold(events))
        self.of = of

    def __iter__(self) -> Iterator[Told]:
        for event in self.events:
            proposal = self.proposals.get(event.object_id)
            for member in self.members:
                if not _did_it(event, member):
                    needed = self._needs(event, proposal, member)
                    yield Told(event, member, proposal, needed)

    @cached_property
    def members(self) -> list[Membership]:
        rows = Membership.objects.filter(project=self.project, user__is_active=True)
        if self.of is not None:
            rows = rows.filter(user=self.of)
        return list(rows.select_related("user").order_by("pk"))

    @cached_property
    def proposals(self) -> dict[str, Proposal]:
        ids = {one.object_id for one in self.events if one.object_type == "proposal"}
        rows = Proposal.objects.in_project(self.project).filter(public_id__in=ids)
        rows = rows.select_related("assignment").prefetch_related("reviews")
        return {str(one.public_id): one for one in rows} if ids else {}

    @cached_property
    def comments(self) -> dict[str, Comment]:
        ids = [one.details["comment"] for one in self.events if "comment" in one.details]
        found = Comment.objects.filter(public_id__in=ids) if ids else []
        return {str(one.public_id): one for one in found}

    @cached_property
    def open_conflicts(self) -> set[str]:
        ids = [one.object_id for one in self.events if one.type == "conflict.found"]
        rows = Conflict.objects.filter(pk__in=ids, project=self.project, resolved_at=None)
        return {str(pk) for pk in rows.values_list("pk", flat=True)} if ids else set()

    @cached_property
    def reviewers(self) -> dict[int, User]:
        rows = Membership.objects.who_may(Role.REVIEWER).filter(project=self.project)
        return {one.user_id: one.user for one in rows.select_related("user")}

    @cached_property
    def answering(self) -> set[int]:
        rows = Membership.objects.who_may(Role.CONTRIBUTOR).filter(project=self.project)
        return set(rows.values_list("user", flat=True))

    def _needs(self, event: AuditEvent, proposal: Proposal | None, member: Membership) -> bool:
        if proposal is None:
            return self._concerns(event, member)
        person, details = member.user_id, event.details
        is_own = proposal.proposer_id == person
        if event.type == "proposal.commented":
            said = self.comments.get(details["comment"])
            return is_own or (said is not None and person in said.mentions.values())
        if event.type == "proposal.assigned":
            is_theirs: bool = details["to"] == person
            return is_theirs and self.is_their_turn(proposal, member)
        if event.type in ASKS and self.is_their_turn(proposal, member):
            return True
        return is_own and event.type in DECIDES and not _is_one_of_several(event)

    def _concerns(self, event: AuditEvent, member: Membership) -> bool:
        if event.type == "conflict.found":
            reviews = Role(member.role).covers(Role.REVIEWER)
            return reviews and event.object_id in self.open_conflicts
        return event.object_type == "user" and event.object_id == str(member.user_id)

    def is_their_turn(self, proposal: Proposal, member: Membership) -> bool:
        """To decide on it, now."""
        if proposal.status != Status.PENDING:
            return False
        turns = Turns(Access(self.project, member.user, Role(member.role)))
        if hasattr(proposal, "assignment"):  # nothing else asks who else reviews
            turns.reviewers = self.reviewers
        if proposal.asked_at is not None:
            turns.answering = self.answering
        return turns.of(proposal).is_mine


def is_told(event: AuditEvent) -> bool:
    """Whether it says anything to anybody: not where something was only taken away or kept."""
    return event.type in TOLD and not any(event.details.get(one) for one in ("removed", "added"))


def _last_of_each_hold(events: Sequence[AuditEvent]) -> Iterator[AuditEvent]:
    """What was done to one thing at one instant is one thing to tell."""
    told = [one for one in events if is_told(one)]
    last = {(one.object_type, one.object_id, one.at): one.seq for one in told}
    return (one for one in told if last[one.object_type, one.object_id, one.at] == one.seq)


def _did_it(event: AuditEvent, member: Membership) -> bool:
    is_theirs: bool = event.actor.get("user_id") == member.user_id
    return is_theirs and event.actor["kind"] == "human"


def _is_one_of_several(event: AuditEvent) -> bool:
    """An approval that decides nothing yet."""
    details = event.details
    return bool(details.get("given", 1) < details.get("needed", 1))
