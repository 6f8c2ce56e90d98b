"""Talk about a proposal. It decides nothing, and its words are nowhere but in its row."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from math import ceil
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from memory import audit, limits
from memory.access import Access, access_to
from memory.actors import Actor, human
from memory.canonical import digest
from memory.errors import Forbidden, InvalidInput, NoChange, NotFound, RateLimited
from memory.head import Head, locked
from memory.models import Project, User
from memory.roles import Role
from memory.services.projects import members_of
from memory.text import is_blank, unfit, unix_newlines
from proposals.access import held
from proposals.mentions import mentioned
from proposals.models import Comment, Proposal
from proposals.services.turns import Turns
from proposals.states import Status

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Talk:
    """The newest comments, oldest first."""

    comments: list[Comment]
    omitted: int
    members: list[User]
    """Whom one may mention, by the names they sign in with."""


def talk_about(access: Access, proposal: Proposal, *, everything: bool = False) -> Talk:
    rows = Comment.objects.filter(proposal=proposal).order_by("-at", "-pk")
    count = rows.count()
    found = list(rows if everything else rows[:SHOWN])[::-1]
    others = [one.user for one in members_of(access.project) if one.user_id != access.user.pk]
    others.sort(key=lambda one: one.username.casefold())
    return Talk(found, count - len(found), others)


def comment(
    proposal: Proposal, *, by: User, text: str, key: str = "", asks: bool = False
) -> Comment:
    """The same form sent twice is one comment. Raises a Problem and keeps nothing.

    `asks`: a reviewer gives the turn to who proposed it, until they answer or change its words.
    """
    if is_blank(text):
        raise InvalidInput({"text": "write something first"})
    if wrong := unfit(text, most=limits.COMMENT):
        raise InvalidInput({"text": wrong})
    project = proposal.project
    with locked(project) as head:
        access = access_to(project, by, Role.CONTRIBUTOR)
        proposal = held(project, proposal)
        if key and (known := Comment.objects.filter(author=by, key=key).first()):
            return known
        if proposal.is_erased:
            raise NoChange("Its words were erased. There is nothing left to talk about.")
        if asks and (reason := why_not_ask(access, proposal)):
            raise Forbidden(reason)
        _refuse_flood(head, by)
        new = _add(head, proposal, by, unix_newlines(text), key, asks=asks)
        if asks or proposal.proposer_id == by.pk:
            proposal.asked_at = head.at if asks else None
            proposal.save(update_fields=["asked_at"])
        return new


def why_not_ask(access: Access, proposal: Proposal) -> str:
    """Why this member cannot ask who proposed it for a change, or nothing."""
    if not access.may(Role.REVIEWER):
        return "Asking for a change takes the reviewer role. Say it as a comment."
    if proposal.status != Status.PENDING:
        return "It waits for no decision. Say it as a comment."
    if proposal.proposer_id == access.user.pk:
        return "You or your agent proposed it. Change its words yourself."
    if proposal.proposer_id not in Turns(access).answering:
        return "Who proposed it cannot answer here any more. Edit it, or reject it with a reason."
    return ""


def remove_comment(proposal: Proposal, ref: UUID, *, by: User) -> bool:
    """Its author's own, or an owner any. False where that was done before."""
    project = proposal.project
    with locked(project, even_closed=True) as head:
        access = access_to(project, by, Role.VIEWER)
        found = Comment.objects.filter(proposal=proposal, public_id=ref).first()
        if found is None:
            raise NotFound("The comment")
        if found.author_id != by.pk and not access.may(Role.OWNER):
            raise Forbidden("Only who wrote it takes it away, or an owner of the project.")
        if found.erased_at is not None:
            return False
        empty_comments(head, Comment.objects.filter(pk=found.pk), actor=human(by))
        _note(head, proposal, human(by), comment=str(found.public_id), removed=True)
        return True


def empty_comments(head: Head, rows: QuerySet[Comment], *, actor: Actor) -> None:
    """Who wrote and when stays; with the salt the event's digest would tell who guesses."""
    asking = rows.filter(erased_at=None, asks=True).values_list("proposal", "at")
    for proposal, at in asking:
        # Not where it was answered, and somebody else asked since.
        Proposal.objects.filter(pk=proposal, asked_at=at).update(asked_at=None)
    rows.filter(erased_at=None).update(
        text="", mentions={}, salt=b"", erased_at=head.at, erased_by=actor.stored()
    )


def comments_by(project: Project, person: int) -> QuerySet[Comment]:
    """What they wrote and is still there."""
    return Comment.objects.filter(proposal__project=project, by__user_id=person, erased_at=None)


def _add(head: Head, proposal: Proposal, by: User, text: str, key: str, *, asks: bool) -> Comment:
    members = {one.user.username.casefold(): one.user_id for one in members_of(head.project)}
    salt = secrets.token_bytes(16)
    new = Comment.objects.create(
        proposal=proposal,
        author=by,
        by=human(by).stored(),
        text=text,
        asks=asks,
        mentions=mentioned(text, members),
        salt=salt,
        key=key,
        at=head.at,
    )
    told = {"comment": str(new.public_id), "digest": digest(text, salt=salt)}
    _note(head, proposal, human(by), **told, **({"asks": True} if asks else {}))
    return new


def _note(head: Head, proposal: Proposal, actor: Actor, **details: Any) -> None:
    about = ("proposal", proposal.public_id)
    audit.record(head, "proposal.commented", actor=actor, about=about, details=details)


def _refuse_flood(head: Head, by: User) -> None:
    since = head.at - limits.COMMENT_WINDOW
    recent = Comment.objects.filter(author=by, proposal__project=head.project, at__gt=since)
    last = list(recent.order_by("-at").values_list("at", flat=True)[: limits.COMMENTS])
    if len(last) == limits.COMMENTS:
        wait = (last[-1] + limits.COMMENT_WINDOW - head.at).total_seconds()
        raise RateLimited(
            "Too many comments in one minute. Wait a little, then send this one.",
            retry_after=max(1, ceil(wait)),
        )
