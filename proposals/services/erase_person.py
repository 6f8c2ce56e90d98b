"""Everything that one person wrote in a project, or had an agent write for them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Q, QuerySet

from companion.models import Entry
from companion.services.emptying import empty_entries, entries_of, forget_drafts
from memory.access import access_to
from memory.actors import human
from memory.confirming import require_confirmation
from memory.head import locked
from memory.models import Erasure, Memory, Policy, Project, User
from memory.roles import Role
from memory.services.erase import Order, leave_nothing_behind, note_erasure
from memory.services.projects import members_of
from proposals.models import (
    Addition,
    Comment,
    Proposal,
    RejectedValue,
    Review,
    Revision,
    SavedView,
)
from proposals.models.review import Decision
from proposals.services.comment import comments_by, empty_comments
from proposals.services.emptying import empty_proposals
from proposals.services.erase_memory import forget


@dataclass(frozen=True, slots=True)
class Written:
    """How much there is of theirs."""

    memories: int = 0
    proposals: int = 0
    notes: int = 0
    """Notes and reasons, of decisions and of erasures."""
    entries: int = 0
    comments: int = 0

    @property
    def anything(self) -> bool:
        return bool(self.memories or self.proposals or self.notes or self.entries or self.comments)


@dataclass(frozen=True, slots=True)
class Person:
    user_id: int
    name: str
    is_member: bool


def people_of(project: Project) -> list[Person]:
    """All who wrote something, also those who left, and those whose account is gone."""
    proposals = Proposal.objects.in_project(project)
    revisions = Revision.objects.filter(proposal__project=project)
    reviews = Review.objects.filter(proposal__project=project)
    additions = Addition.objects.filter(proposal__project=project)
    names: dict[int, str] = {}
    for rows, column in (
        (proposals, "proposed_by"),
        (revisions, "author"),
        (reviews, "reviewed_by"),
        (additions, "actor"),
        (Comment.objects.filter(proposal__project=project), "by"),
        (Erasure.objects.filter(project=project), "by"),
        (Entry.objects.in_project(project), "confirmed_by"),
    ):
        parts = [f"{column}__{part}" for part in ("user_id", "name", "on_behalf_of")]
        for pk, name, person in rows.order_by().values_list(*parts).distinct():
            if pk is not None:
                names[pk] = person or name
    members = {one.user_id: one.user.name for one in members_of(project)}
    names |= {pk: name for pk, name in members.items() if pk in names}
    found = [Person(pk, name, pk in members) for pk, name in names.items()]
    return sorted(found, key=lambda one: (not one.is_member, one.name.casefold()))


def written_by(project: Project, person: int) -> Written:
    open_to_it = _not_erased(_proposals(project, person))
    notes = sum(rows.count() for rows in _notes(project, person))
    entries = len(entries_of(project, person))
    comments = comments_by(project, person).count()
    return Written(len(_memories(project, person)), len(open_to_it), notes, entries, comments)


def erase_person(
    project: Project,
    person: int,
    *,
    name: str,
    by: User,
    reason: str,
    password: str | None = None,
) -> Written:
    """The proposals they made or edited, the memories these made, their notes, what they confirmed
    as their words. Their name stays, and what they decided.
    """
    with locked(project, even_closed=True) as head:
        access_to(project, by, Role.OWNER)
        order = Order.of(human(by), reason)
        require_confirmation(Policy.objects.get(project=project), by, password, what="the erasure")
        written = written_by(project, person)
        forget_drafts(project, person)
        SavedView.objects.filter(project=project, owner=person).delete()
        if not written.anything:
            return written
        for rows in _notes(project, person):
            _empty(rows)
        empty_comments(head, comments_by(project, person), actor=order.by)
        forget(head, _memories(project, person), order)
        rest = _not_erased(_proposals(project, person))
        empty_proposals(head, rest, actor=order.by)
        for proposal in rest:
            note_erasure(head, order, about=("proposal", proposal.public_id))
        for entry in empty_entries(head, entries_of(project, person)):
            note_erasure(head, order, about=("entry", entry.public_id), event="evidence.erased")
        note_erasure(head, order, about=("user", person), details={"name": name, **asdict(written)})
        leave_nothing_behind()
        return written


def _proposals(project: Project, person: int) -> QuerySet[Proposal]:
    edited = Revision.objects.filter(proposal__project=project, author__user_id=person)
    proposals = Proposal.objects.in_project(project)
    own = Q(proposed_by__user_id=person) | Q(pk__in=edited.values("proposal"))
    # Who carries a proposal over takes its words and its reason along.
    reached = proposals.filter(own)
    carried: set[int] = set()
    while new := set(proposals.filter(again_of__in=reached).values_list("pk", flat=True)) - carried:
        carried |= new
        reached = proposals.filter(pk__in=new)
    return proposals.filter(own | Q(pk__in=carried)).order_by("pk")


def _not_erased(proposals: QuerySet[Proposal]) -> list[Proposal]:
    return list(proposals.exclude(revisions__erased_at__isnull=False))


def _memories(project: Project, person: int) -> list[Memory]:
    made_by = _proposals(project, person).order_by().values("public_id")
    rows = Memory.objects.in_project(project).filter(proposal_id__in=made_by, erased_at=None)
    return list(rows.order_by("pk"))


def _notes(project: Project, person: int) -> list[QuerySet[Any]]:
    """What they wrote about proposals of others, and why they had words erased."""
    reviews = Review.objects.filter(proposal__project=project, reviewed_by__user_id=person)
    rejected = reviews.filter(decision=Decision.REJECT).values("proposal")
    return [
        RejectedValue.objects.filter(proposal__in=rejected).exclude(reason=""),
        reviews.exclude(note=""),
        Addition.objects.filter(proposal__project=project, actor__user_id=person).exclude(
            reason=""
        ),
        Erasure.objects.filter(project=project, by__user_id=person).exclude(reason=""),
    ]


def _empty(rows: QuerySet[Any]) -> None:
    if rows.model is Erasure:
        # With the salt its event's digest would still tell whoever guesses the reason.
        rows.update(reason="", salt=b"")
    else:
        rows.update(**{"note" if rows.model is Review else "reason": ""})
