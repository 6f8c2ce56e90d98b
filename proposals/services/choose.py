"""What one person is told, and where: theirs alone to choose, for all their projects."""

from __future__ import annotations

from datetime import timedelta
from math import ceil

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import QuerySet
from django.utils import timezone

from memory.errors import Forbidden, InvalidInput, RateLimited
from memory.models import Membership, User
from proposals.models import Channel, Delivery, NotificationChoice, Wants, Webhook
from proposals.outside import refusal_of
from proposals.services.send_mail import ask_whether_it_is_theirs, confirmed_by, unsubscribed_by
from proposals.signing import secret_of

ASK_EVERY = timedelta(minutes=1)
LOG = 20
NO_MAIL = "No mail server is set up here. Whoever runs this Waggle can name one."


def choice_of(user: User) -> NotificationChoice:
    return NotificationChoice.objects.filter(user=user).first() or NotificationChoice(user=user)


def choose(user: User, **wants: Wants) -> None:
    """`page`, `email`, `webhook`: each alone."""
    if wants.get("page") == Wants.DAILY or wants.get("webhook") == Wants.DAILY:
        raise InvalidInput({"page": "a day's worth at once is for e-mail alone"})
    NotificationChoice.objects.update_or_create(user=user, defaults=wants)


def set_address(user: User, address: str) -> None:
    """Another address has nothing sent to it before whoever reads it there says yes."""
    _refuse_guest(user)
    if not settings.WAGGLE_MAIL:
        raise InvalidInput({"address": NO_MAIL})
    try:
        validate_email(address)
    except ValidationError:
        raise InvalidInput({"address": "is no e-mail address"}) from None
    now, before = timezone.now(), choice_of(user).asked_at
    if before is not None and now - before < ASK_EVERY:
        wait = ceil((before + ASK_EVERY - now).total_seconds())
        raise RateLimited("One such e-mail a minute. Wait a little.", retry_after=wait)
    fresh = {"address": address, "confirmed_at": None, "asked_at": now}
    NotificationChoice.objects.update_or_create(user=user, defaults=fresh)
    if ask_whether_it_is_theirs(user, address):
        raise InvalidInput({"address": "could not be reached: the mail server did not take it"})


def forget_address(user: User) -> None:
    NotificationChoice.objects.filter(user=user).update(
        address="", confirmed_at=None, email=Wants.NOTHING
    )


def confirm_address(key: str) -> bool:
    """False for a link that is too old, or of an address given up since."""
    try:
        user, address = confirmed_by(key)
    except (signing.BadSignature, TypeError, ValueError):
        return False
    rows = NotificationChoice.objects.filter(user=user, address=address)
    rows.filter(email=Wants.NOTHING).update(email=Wants.NEEDED)
    return bool(rows.update(confirmed_at=timezone.now()))


def unsubscribe(key: str) -> bool:
    try:
        user, address = unsubscribed_by(key)
    except (signing.BadSignature, TypeError, ValueError):
        return False
    NotificationChoice.objects.filter(user=user, address=address).update(email=Wants.NOTHING)
    return True


def set_webhook(user: User, url: str) -> str:
    """The secret of the new one: it is shown this once. The one before is gone, with its secret."""
    _refuse_guest(user)
    if wrong := refusal_of(url):
        raise InvalidInput({"url": wrong})
    Webhook.objects.filter(user=user).delete()
    hook = Webhook.objects.create(user=user, url=url, created_at=timezone.now())
    choice = choice_of(user)
    if choice.webhook == Wants.NOTHING:
        choose(user, webhook=Wants.NEEDED)
    return secret_of(hook)


def remove_webhook(user: User) -> None:
    Webhook.objects.filter(user=user).delete()
    choose(user, webhook=Wants.NOTHING)


def log_of(user: User) -> QuerySet[Delivery]:
    """The last that went to their webhook, of projects that they are still in."""
    mine = Membership.objects.filter(user=user).values("project")
    rows = Delivery.objects.filter(
        channel=Channel.WEBHOOK, notification__user=user, notification__project__in=mine
    )
    related = rows.select_related("notification__project", "notification__proposal")
    return related.order_by("-pk")[:LOG]


def _refuse_guest(user: User) -> None:
    if user.is_guest:
        raise Forbidden("A demo's visitor is told things in the page alone.")
