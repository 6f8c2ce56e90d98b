"""What concerns one person, in one e-mail: numbers, kinds of events, projects and links."""

from __future__ import annotations

from collections.abc import Sequence
from smtplib import SMTPException

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.urls import reverse

from memory.models import User
from memory.text import first_words
from proposals.models import Notification, NotificationChoice
from proposals.tidings import path_of, sentence

UNSUBSCRIBE, CONFIRM = "waggle.unsubscribe", "waggle.address"
CONFIRM_WITHIN = 3 * 86_400


def send_mail(choice: NotificationChoice, rows: Sequence[Notification]) -> str:
    """Nothing where the mail server took it, else a word for why not."""
    leave = settings.WAGGLE_BASE_URL + reverse("proposals_open:unsubscribe", args=[token(choice)])
    lines = [
        f"{sentence(one)}\n{_name(one)}\n{settings.WAGGLE_BASE_URL}{path_of(one)}" for one in rows
    ]
    foot = (
        "--\nOpening a link decides nothing. You are told this because you chose so under "
        f"Notifications.\nNo more e-mail: {leave}\n"
    )
    headers = {
        "List-Unsubscribe": f"<{leave}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    return _send(choice.address, _subject(rows), "\n\n".join([*lines, foot]), headers)


def ask_whether_it_is_theirs(user: User, address: str) -> str:
    """The one mail that goes to an address nobody has confirmed."""
    key = signing.dumps([user.pk, address], salt=CONFIRM)
    link = settings.WAGGLE_BASE_URL + reverse("proposals_open:confirm_address", args=[key])
    body = (
        f"Somebody who signs in to {settings.WAGGLE_BASE_URL} asked to be told things at this "
        f"address.\nIf it was you, confirm it within three days:\n{link}\n\n"
        "If it was not, do nothing: nothing else will come.\n"
    )
    headers = {"Auto-Submitted": "auto-generated"}
    return _send(address, "Waggle: is this address yours?", body, headers)


def confirmed_by(key: str) -> tuple[int, str]:
    """The person and the address. Raises signing.BadSignature."""
    user, address = signing.loads(key, salt=CONFIRM, max_age=CONFIRM_WITHIN)
    return int(user), str(address)


def token(choice: NotificationChoice) -> str:
    """Ends the e-mails to one person's one address, and does nothing else."""
    return signing.dumps([choice.user_id, choice.address], salt=UNSUBSCRIBE)


def unsubscribed_by(key: str) -> tuple[int, str]:
    user, address = signing.loads(key, salt=UNSUBSCRIBE)
    return int(user), str(address)


def _name(one: Notification) -> str:
    """On one line, whatever was typed into it."""
    return first_words(one.project.name)


def _subject(rows: Sequence[Notification]) -> str:
    if len(rows) == 1:
        return f"Waggle: {sentence(rows[0])} ({_name(rows[0])})"
    projects = {one.project_id: _name(one) for one in rows}
    where = next(iter(projects.values())) if len(projects) == 1 else f"{len(projects)} projects"
    return f"Waggle: {len(rows)} notifications of {where}"


def _send(address: str, subject: str, body: str, headers: dict[str, str]) -> str:
    message = EmailMessage(subject, body, to=[address], headers=headers)
    try:
        message.send()
    except (SMTPException, OSError, ValueError) as problem:
        return type(problem).__name__[:40]
    return ""
