"""From the record to whom it concerns. The worker follows each project's record."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from memory import limits
from memory.models import AuditEvent, Membership, Project, ProjectHead
from memory.prepared import Given, Prepared
from proposals.models import (
    Channel,
    Delivery,
    Notification,
    NotificationChoice,
    NotifiedUpTo,
    Wants,
)
from proposals.services.audience import TOLD, Audience, Told

AT_ONCE = 200
TOGETHER = timedelta(seconds=60)
"""An e-mail waits so long for others that it can take along."""
DAILY_AT = time(7)


def notify_all() -> int:
    """Safe to run again, and by several at once."""
    behind = Q(project__notified=None) | Q(event_seq__gt=F("project__notified__seq"))
    heads = ProjectHead.objects.filter(behind, event_seq__gt=0, project__dropped_at=None)
    return sum(_catch_up(head.project) for head in heads.select_related("project"))


def notify(project: Project) -> int:
    """How many events it looked at: the next ones, once."""
    with transaction.atomic():
        NotifiedUpTo.objects.get_or_create(project=project)
        upto = NotifiedUpTo.objects.select_for_update().get(project=project)
        events = events_after(project, upto.seq)
        if events:
            # As it is now, policy and all, whatever the caller read before.
            project = Project.objects.select_related("policy").get(pk=project.pk)
            _keep(list(Audience(project, events)))
            upto.seq = events[-1].seq
            upto.save(update_fields=["seq"])
        return len(events)


def events_after(project: Project, seq: int) -> list[AuditEvent]:
    rows = AuditEvent.objects.filter(project=project, seq__gt=seq)
    return list(rows.order_by("seq")[:AT_ONCE])


def telling_after(project: Project, seq: int) -> list[AuditEvent]:
    """Of the same, those that may say something to somebody."""
    return _TELLING.models(project=project.pk, seq=seq, last=seq + AT_ONCE)


_TELLING = Prepared(
    lambda: AuditEvent.objects.filter(
        # Numbers are without gaps.
        project=Given("project"),
        seq__gt=Given("seq"),
        seq__lte=Given("last"),
        type__in=TOLD,
    ).order_by("seq")
)


def choices_of(users: Iterable[int]) -> dict[int, NotificationChoice]:
    found = {one.user_id: one for one in NotificationChoice.objects.filter(user__in=set(users))}
    return {user: found.get(user) or NotificationChoice(user_id=user) for user in users}


def forget_old_notifications() -> int:
    old = timezone.now() - limits.NOTIFICATIONS_KEPT
    return Notification.objects.filter(at__lt=old).delete()[0]


def _catch_up(project: Project) -> int:
    seen = 0
    while looked := notify(project):
        seen += looked
    return seen


def _keep(told: list[Told]) -> None:
    choices = choices_of({one.member.user_id for one in told})
    wanted = [(one, where) for one in told if (where := _where(one, choices))]
    rows = Notification.objects.bulk_create(
        Notification(
            user_id=one.member.user_id,
            project_id=one.event.project_id,
            seq=one.event.seq,
            kind=one.event.type,
            proposal=one.proposal,
            is_needed=one.is_needed,
            in_page="page" in where,
            at=one.event.at,
        )
        for one, where in wanted
    )
    Delivery.objects.bulk_create(
        Delivery(notification=row, channel=channel, due_at=_due(channel, row, choices))
        for row, (_, where) in zip(rows, wanted, strict=True)
        for channel in Channel
        if channel in where
    )


def _where(one: Told, choices: dict[int, NotificationChoice]) -> set[str]:
    choice, member = choices[one.member.user_id], one.member
    channels = {"page": choice.page} | ({} if is_guest(member) else ways_out(choice))
    return {name for name, wants in channels.items() if Wants(wants).covers(one.is_needed)}


def ways_out(choice: NotificationChoice) -> dict[str, str]:
    """Nothing leaves for an address that nobody has confirmed."""
    ways = {Channel.WEBHOOK.value: choice.webhook}
    return ways | ({Channel.EMAIL.value: choice.email} if choice.confirmed_at else {})


def is_guest(member: Membership) -> bool:
    return member.user.is_guest


def _due(channel: Channel, row: Notification, choices: dict[int, NotificationChoice]) -> datetime:
    now = timezone.now()
    if channel is Channel.WEBHOOK:
        return now
    if choices[row.user_id].email != Wants.DAILY:
        return now + TOGETHER
    today = datetime.combine(now.date(), DAILY_AT, tzinfo=now.tzinfo)
    return today if now < today else today + timedelta(days=1)
