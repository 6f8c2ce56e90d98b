"""What leaves: signed, without words, to whom it may reach by then; tried again, and told."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from memory.models import Project, User
from memory.roles import Role
from memory.services.projects import remove_member
from proposals.models import Channel, Delivery, NotificationChoice, Sent, Wants, Webhook
from proposals.services.choose import set_webhook
from proposals.services.comment import comment
from proposals.services.deliver import ATTEMPTS, deliver
from proposals.services.dispatch import send_due
from proposals.services.notify import notify
from proposals.services.review import approve, reject
from tests.factories import join, make_proposal, make_user
from tests.proposals.everywhere import tables_with
from tests.proposals.stub import Stub, stub_server

WORD = "zanzibarquokka"


@pytest.fixture
def stub(settings: Any) -> Iterator[Stub]:
    settings.WAGGLE_WEBHOOKS_TO = ["localhost"]
    with stub_server() as server:
        yield server


@pytest.fixture
def secret(acme: Project, alice: User, stub: Stub) -> str:
    notify(acme)
    return set_webhook(alice, f"{stub.url}hook?a=1")


@pytest.fixture
def mailed(acme: Project, alice: User, settings: Any) -> NotificationChoice:
    settings.WAGGLE_MAIL = True
    notify(acme)
    fields = {"email": Wants.NEEDED, "address": "alice@example.org", "confirmed_at": timezone.now()}
    return NotificationChoice.objects.update_or_create(user=alice, defaults=fields)[0]


def later(minutes: int = 2) -> None:
    """As if so much time had passed for what waits."""
    for one in Delivery.objects.filter(state=Sent.WAITING):
        one.due_at -= timedelta(minutes=minutes)
        one.save()


def send() -> None:
    for pk in Delivery.objects.values_list("pk", flat=True):
        deliver(pk)


def states() -> list[tuple[str, str, int]]:
    return [(one.state, one.outcome, one.attempts) for one in Delivery.objects.order_by("pk")]


def test_a_webhook_is_signed_as_the_standard_says_and_holds_no_word(
    acme: Project, bob: User, stub: Stub, secret: str
) -> None:
    proposal = make_proposal(acme, f"A {WORD}.", title=WORD, reason=WORD, tags=[WORD], by=bob)
    comment(proposal, by=bob, text=f"{WORD}, @alice.")
    notify(acme)
    send()

    assert len(stub.heard) == 2
    path, headers, body = stub.heard[0]
    assert path == "/hook?a=1"
    said = b".".join([headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body])
    key = base64.b64decode(secret.removeprefix("whsec_"))
    made = base64.b64encode(hmac.digest(key, said, hashlib.sha256)).decode()
    assert headers["webhook-signature"] == f"v1,{made}"
    assert headers["host"] == stub.url.removeprefix("http://").rstrip("/")
    told = json.loads(body)
    assert told["type"] == "proposal.created"
    assert told["data"]["number"] == proposal.label
    assert told["data"]["url"].endswith(f"/p/acme/proposals/{proposal.label}/")
    assert not [one for one in stub.heard if WORD in str(one)]
    assert {state for state, _, _ in states()} == {Sent.DONE}


def test_its_secret_is_kept_nowhere(acme: Project, secret: str) -> None:
    raw = secret.removeprefix("whsec_")

    assert not tables_with(raw)
    assert not tables_with(base64.b64decode(raw).hex())


def test_no_redirect_is_followed_and_a_failure_is_tried_again_under_the_same_id(
    acme: Project, bob: User, stub: Stub, secret: str
) -> None:
    stub.statuses = [302, 500]
    make_proposal(acme, by=bob)
    notify(acme)

    send()
    assert states() == [(Sent.WAITING, "302", 1)]
    send()  # not due yet
    assert len(stub.heard) == 1
    later()
    send()
    assert states() == [(Sent.WAITING, "500", 2)]
    later(10)
    send()

    assert states() == [(Sent.DONE, "", 3)]
    assert {path for path, _, _ in stub.heard} == {"/hook?a=1"}
    assert len({headers["webhook-id"] for _, headers, _ in stub.heard}) == 1


def test_in_the_end_it_is_given_up(acme: Project, bob: User, stub: Stub, secret: str) -> None:
    stub.statuses = [503] * 20
    make_proposal(acme, by=bob)
    notify(acme)

    for _ in range(ATTEMPTS + 2):
        send()
        later(24 * 60)

    assert states() == [(Sent.FAILED, "503", ATTEMPTS)]


def test_what_can_not_be_reached_is_told_in_a_word(
    acme: Project, alice: User, bob: User, settings: Any
) -> None:
    settings.WAGGLE_WEBHOOKS_TO = ["localhost"]
    notify(acme)
    set_webhook(alice, "http://localhost:9/")
    make_proposal(acme, by=bob)
    notify(acme)

    send()

    assert states() == [(Sent.WAITING, "no connection", 1)]


def test_gone_stops_the_webhook(acme: Project, bob: User, stub: Stub, secret: str) -> None:
    stub.statuses = [410]
    for _ in range(2):
        make_proposal(acme, by=bob)
    notify(acme)

    send()

    assert Webhook.objects.get().stopped_because
    assert states() == [(Sent.FAILED, "410", 1), (Sent.FAILED, "stopped", 1)]
    assert len(stub.heard) == 1


def test_an_address_that_was_closed_since_is_not_asked(
    acme: Project, bob: User, stub: Stub, secret: str, settings: Any
) -> None:
    make_proposal(acme, by=bob)
    notify(acme)
    settings.WAGGLE_WEBHOOKS_TO = []

    send()

    assert not stub.heard
    assert states() == [(Sent.WAITING, "refused address", 1)]


def test_nobody_without_access_is_told_even_of_what_was_on_its_way(
    acme: Project, alice: User, bob: User, stub: Stub, secret: str, mailed: NotificationChoice
) -> None:
    join(acme, make_user("other"), Role.OWNER)
    make_proposal(acme, by=bob)
    notify(acme)
    remove_member(acme, alice, by=alice)
    later()

    send()

    assert not stub.heard
    assert not mail.outbox
    assert {state for state, _, _ in states()} == {Sent.DROPPED}


def test_what_waits_for_them_no_more_is_not_sent(
    acme: Project, bob: User, mailed: NotificationChoice
) -> None:
    dora = join(acme, make_user("dora"), Role.REVIEWER)
    proposal = make_proposal(acme, by=bob)
    notify(acme)
    reject(proposal, by=dora, revision=1, reason="No.")
    later()

    send()

    assert not mail.outbox
    assert states() == [(Sent.DROPPED, "not wanted or not allowed", 1)]


def test_one_mail_takes_along_what_is_due_and_holds_no_word(
    acme: Project, alice: User, bob: User, mailed: NotificationChoice
) -> None:
    proposals = [make_proposal(acme, f"{WORD} {at}.", title=WORD, by=bob) for at in range(3)]
    notify(acme)
    send()
    assert not mail.outbox  # it waits for others a while
    later()

    send()

    [message] = mail.outbox
    assert message.to == ["alice@example.org"]
    assert message.subject == "Waggle: 3 notifications of Acme"
    for proposal in proposals:
        assert f"{proposal.label} waits for your decision" in message.body
        assert f"http://localhost:8000/p/acme/proposals/{proposal.label}/\n" in message.body
    assert WORD not in str(message.message())
    headers = message.extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert headers["List-Unsubscribe"].strip("<>") in message.body


def test_a_projects_name_makes_no_header(
    acme: Project, bob: User, mailed: NotificationChoice
) -> None:
    Project.objects.filter(pk=acme.pk).update(name="Acme\nBcc: x@example.org")
    make_proposal(acme, by=bob)
    notify(acme)
    later()

    send()

    [message] = mail.outbox
    assert message.recipients() == ["alice@example.org"]
    assert "\nBcc" not in str(message.message())


def test_a_day_at_once_waits_for_the_morning(
    acme: Project, alice: User, bob: User, mailed: NotificationChoice
) -> None:
    NotificationChoice.objects.update(email=Wants.DAILY)
    reject(make_proposal(acme, by=bob), by=alice, revision=1, reason="No.")
    comment(make_proposal(acme, by=bob), by=bob, text="Hm.")
    notify(acme)

    assert {one.due_at.hour for one in Delivery.objects.all()} == {7}
    later(24 * 60)
    send()
    assert mail.outbox[0].subject == "Waggle: 3 notifications of Acme"


def test_an_address_that_nobody_confirmed_gets_nothing(
    acme: Project, bob: User, mailed: NotificationChoice
) -> None:
    NotificationChoice.objects.update(confirmed_at=None)
    make_proposal(acme, by=bob)
    notify(acme)

    assert not Delivery.objects.exists()


def test_a_decision_is_sent_once(acme: Project, alice: User, bob: User, settings: Any) -> None:
    settings.WAGGLE_MAIL = True
    proposal = make_proposal(acme, by=bob)
    notify(acme)
    NotificationChoice.objects.create(
        user=bob, email=Wants.NEEDED, address="bob@example.org", confirmed_at=timezone.now()
    )
    approve(proposal, by=alice, revision=1)
    for _ in range(2):
        notify(acme)
        later()
        send()

    assert [one.subject for one in mail.outbox] == [f"Waggle: {proposal.label} was approved (Acme)"]


def test_a_broken_off_attempt_is_taken_up_after_its_lease(
    acme: Project, bob: User, stub: Stub, secret: str
) -> None:
    make_proposal(acme, by=bob)
    notify(acme)
    now = timezone.now()
    Delivery.objects.update(state=Sent.SENDING, lease_until=now + timedelta(minutes=1), attempts=1)
    send()
    assert not stub.heard

    Delivery.objects.update(lease_until=now - timedelta(seconds=1))
    send()
    assert states() == [(Sent.DONE, "", 2)]


def test_a_task_is_sent_once_for_each_that_is_due(
    acme: Project, bob: User, stub: Stub, secret: str, mailed: NotificationChoice
) -> None:
    make_proposal(acme, by=bob)
    notify(acme)

    assert send_due() == 1  # the e-mail is not due yet
    assert send_due() == 0
    assert Delivery.objects.get(queued_at=None).channel == Channel.EMAIL
