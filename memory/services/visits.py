"""When a person looked at a project last, on whatever device: what is new to them follows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from memory.models import Membership, Project, User

AWAY = timedelta(minutes=30)
"""Whoever looks again sooner is still on the same visit."""


@dataclass(frozen=True, slots=True)
class Seen:
    """How far somebody had seen, and when that was."""

    at: datetime
    seq: int


def look(project: Project, user: User, *, known: Seen | None = None) -> Seen | None:
    """How far they had seen when this visit began; None on the first.

    One write a visit, when it begins. `known`: what their browser remembers of a later look.
    """
    row = Membership.objects.get(project=project, user=user)
    kept = Seen(row.seen_at, row.seen_seq) if row.seen_at else None
    last = known if kept and known and known.at > kept.at else kept
    now = timezone.now()
    if last is not None and now - last.at < AWAY:
        return Seen(row.before_at, row.before_seq) if row.before_at else None
    # Of two looks at once the first is kept: the second would take it for the visit before.
    Membership.objects.filter(pk=row.pk, seen_at=row.seen_at).update(
        seen_at=now,
        seen_seq=project.head.event_seq,
        before_at=last.at if last else None,
        before_seq=last.seq if last else 0,
    )
    return last
