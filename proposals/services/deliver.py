"""One attempt at one delivery. Whom it may reach is asked again just before it leaves."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from memory.models import Membership
from proposals.models import Channel, Delivery, NotificationChoice, Sent, Wants, Webhook
from proposals.services.audience import ASKS, Audience
from proposals.services.notify import choices_of, ways_out
from proposals.services.send_mail import send_mail
from proposals.services.send_webhook import GONE, send_webhook

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=2)
BACK_OFF = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
)
ATTEMPTS = len(BACK_OFF) + 1
ONE_MAIL = 50
NO_MAIL, NO_HOOK, STOPPED = "no mail server", "no webhook", "stopped"


def deliver(pk: int) -> None:
    """Raises nothing of the other side's: that it failed stands in the row."""
    first = Delivery.objects.select_related("notification").filter(pk=pk).first()
    if first is None:
        return
    held = _claim(first)
    if not held:
        return
    choice = choices_of([first.notification.user_id])[first.notification.user_id]
    allowed = [one for one in held if _may_still(one, choice)]
    _end([one for one in held if one not in allowed], Sent.DROPPED, "not wanted or not allowed")
    if not allowed:
        return
    if first.channel == Channel.EMAIL:
        _settle(allowed, _by_mail(choice, allowed))
    else:
        _settle(allowed, _by_webhook(allowed[0]))


def due(now: datetime) -> QuerySet[Delivery]:
    """What waits and may go, and what somebody began to send and never came back."""
    waiting = Q(state=Sent.WAITING, due_at__lte=now)
    return Delivery.objects.filter(waiting | Q(state=Sent.SENDING, lease_until__lte=now))


def _claim(first: Delivery) -> list[Delivery]:
    """By compare-and-set. An e-mail takes along all that is due for the same person."""
    now, holder = timezone.now(), uuid.uuid4()
    rows = due(now).filter(channel=first.channel, notification__user=first.notification.user_id)
    if first.channel == Channel.WEBHOOK:
        rows = rows.filter(pk=first.pk)
    pks = list(rows.order_by("pk").values_list("pk", flat=True)[:ONE_MAIL])
    due(now).filter(pk__in=pks).update(
        state=Sent.SENDING, holder=holder, lease_until=now + LEASE, attempts=F("attempts") + 1
    )
    mine = Delivery.objects.filter(holder=holder, state=Sent.SENDING)
    return list(
        mine.select_related(
            "notification__project", "notification__proposal", "notification__user"
        ).order_by("notification__at", "pk")
    )


def _may_still(delivery: Delivery, choice: NotificationChoice) -> bool:
    """A member still, who still wants it; and what asked for a decision must wait for theirs."""
    one = delivery.notification
    member = (
        Membership.objects.filter(
            project=one.project_id,
            user=one.user_id,
            user__is_active=True,
            user__is_guest=False,
            project__dropped_at=None,
        )
        .select_related("user")
        .first()
    )
    wants = Wants(ways_out(choice).get(delivery.channel, Wants.NOTHING))
    if member is None or not wants.covers(one.is_needed):
        return False
    if one.kind not in ASKS or not one.is_needed or one.proposal is None:
        return True
    if one.proposal.proposer_id == one.user_id and one.kind == "proposal.reopened":
        return True
    return Audience(one.project, [], of=one.user_id).is_their_turn(one.proposal, member)


def _by_mail(choice: NotificationChoice, rows: Sequence[Delivery]) -> str:
    if not settings.WAGGLE_MAIL:
        return NO_MAIL
    return send_mail(choice, [one.notification for one in rows])


def _by_webhook(delivery: Delivery) -> str:
    hook = Webhook.objects.filter(user=delivery.notification.user_id).first()
    if hook is None or hook.stopped_because:
        return STOPPED if hook else NO_HOOK
    outcome = send_webhook(delivery, hook)
    if outcome == str(GONE):
        Webhook.objects.filter(pk=hook.pk).update(stopped_because="it answered 410, gone")
    return outcome


def _settle(rows: Sequence[Delivery], outcome: str) -> None:
    if not outcome:
        _end(rows, Sent.DONE, "")
        return
    over = {NO_MAIL, NO_HOOK, STOPPED, str(GONE)}
    _end([one for one in rows if outcome in over or one.attempts >= ATTEMPTS], Sent.FAILED, outcome)
    now = timezone.now()
    for one in rows:
        if outcome not in over and one.attempts < ATTEMPTS:
            _mine(one).update(
                state=Sent.WAITING,
                holder=None,
                lease_until=None,
                queued_at=None,
                due_at=now + BACK_OFF[one.attempts - 1],
                outcome=outcome,
            )


def _end(rows: Sequence[Delivery], state: Sent, outcome: str) -> None:
    for one in rows:
        _mine(one).update(
            state=state, holder=None, lease_until=None, outcome=outcome, ended_at=timezone.now()
        )


def _mine(delivery: Delivery) -> QuerySet[Delivery]:
    """Its row while this attempt still holds it."""
    return Delivery.objects.filter(pk=delivery.pk, holder=delivery.holder)
