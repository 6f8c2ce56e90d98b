"""One person's notifications in one project, as the page lists them. Reading marks nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from memory.access import Access
from memory.prepared import Given, Prepared
from proposals.models import Notification, NotifiedUpTo, Wants
from proposals.services.audience import Audience
from proposals.services.notify import choices_of, notify, telling_after
from proposals.tidings import path_of, sentence

PAGE = 50


@dataclass(frozen=True, slots=True)
class Line:
    row: Notification
    words: str
    path: str

    @property
    def at(self) -> datetime:
        return self.row.at


@dataclass(frozen=True, slots=True)
class Listed:
    lines: list[Line]
    earlier: int | None
    """The number after which the next page begins."""


def count_unread(access: Access) -> int:
    upto, unread = _standing(access)
    return unread + len(_fresh(access, upto))


def listed(access: Access, before: int | None = None) -> Listed:
    rows = _rows(access).select_related("project", "proposal").order_by("-seq")
    if before is not None:
        rows = rows.filter(seq__lt=before)
    fresh = [] if before is not None else _fresh(access, _standing(access)[0])[::-1]
    found = [*fresh, *rows[: PAGE + 1]]
    shown = found[:PAGE]
    lines = [Line(one, sentence(one), path_of(one)) for one in shown]
    return Listed(lines, shown[-1].seq if len(found) > PAGE else None)


def mark_read(access: Access, seq: int | None = None) -> int:
    """One, or all that there is."""
    notify(access.project)
    rows = _unread(access) if seq is None else _unread(access).filter(seq=seq)
    return rows.update(read_at=timezone.now())


def _rows(access: Access) -> QuerySet[Notification]:
    return Notification.objects.filter(user=access.user, project=access.project, in_page=True)


def _unread(access: Access) -> QuerySet[Notification]:
    return _rows(access).filter(read_at=None)


def _standing(access: Access) -> tuple[int, int]:
    """How far the worker came, and how many it left that are not read: in one query."""
    found = _STANDING.rows(project=access.project.pk, user=access.user.pk)
    return found[0] if found else (0, 0)


def _fresh(access: Access, upto: int) -> list[Notification]:
    """What the worker has not come by yet: the page does not wait for it."""
    project, user = access.project, access.user
    if upto >= project.head.event_seq:
        return []
    told = list(Audience(project, telling_after(project, upto), of=user.pk))
    wants = Wants(choices_of([user.pk])[user.pk].page)
    return [
        Notification(
            user=user,
            project=project,
            seq=one.event.seq,
            kind=one.event.type,
            proposal=one.proposal,
            is_needed=one.is_needed,
            at=one.event.at,
        )
        for one in told
        if wants.covers(one.is_needed)
    ]


def _upto() -> QuerySet[NotifiedUpTo, Any]:
    own = Given("project")
    unread = Notification.objects.filter(
        user=Given("user"), project=own, in_page=True, read_at=None
    )
    count = unread.order_by().values("project").annotate(n=Count("pk")).values("n")
    rows = NotifiedUpTo.objects.filter(project=own)
    return rows.values_list("seq", Coalesce(Subquery(count), 0))


_STANDING = Prepared(_upto)
