"""One person's choice of what they are told and where, and the links that leave in an e-mail."""

import re

import pytest
from django.core import mail
from django.utils import timezone

from proposals.models import NotificationChoice, Wants, Webhook
from proposals.services.send_mail import token
from tests.factories import make_user
from tests.pages.seen import shown

CHOICES = "/p/acme/settings/notifications/"


@pytest.fixture
def as_bob(browse, bob):
    return browse(bob)


@pytest.fixture
def with_mail(settings):
    settings.WAGGLE_MAIL = True


def link_in(message):
    return re.search(r"http://localhost:8000(/notifications/\S+)", message.body)[1]


def test_each_channel_is_chosen_alone(as_bob, acme, bob):
    assert as_bob.post(CHOICES, {"do": "page", "page": "everything"}).status_code == 303

    choice = NotificationChoice.objects.get(user=bob)
    assert (choice.page, choice.email, choice.webhook) == ("everything", "nothing", "nothing")
    assert as_bob.post(CHOICES, {"do": "page", "page": "daily"}).status_code == 422
    assert as_bob.post(CHOICES, {"do": "what"}).status_code == 422


def test_without_a_mail_server_none_is_offered_and_it_says_why(as_bob, acme, settings):
    settings.WAGGLE_MAIL = False

    page = shown(as_bob.get(CHOICES))

    assert "No mail server is set up here" in page
    assert 'name="address"' not in page
    answer = as_bob.post(CHOICES, {"do": "address", "address": "bob@example.org"})
    assert answer.status_code == 422


def test_an_address_is_confirmed_by_whoever_reads_there(as_bob, browse, acme, bob, with_mail):
    as_bob.post(CHOICES, {"do": "address", "address": "bob@example.org"})

    [message] = mail.outbox
    link, stranger = link_in(message), browse()
    for ask in (stranger.get, stranger.head):
        assert ask(link).status_code == 200
    assert NotificationChoice.objects.get(user=bob).confirmed_at is None
    assert stranger.post(link).status_code == 200
    choice = NotificationChoice.objects.get(user=bob)
    assert (bool(choice.confirmed_at), choice.email) == (True, Wants.NEEDED)


def test_another_address_is_asked_anew_and_not_at_once(as_bob, acme, bob, with_mail):
    as_bob.post(CHOICES, {"do": "address", "address": "bob@example.org"})
    old = link_in(mail.outbox[0])

    assert as_bob.post(CHOICES, {"do": "address", "address": "b@example.org"}).status_code == 429
    NotificationChoice.objects.update(address="b@example.org")
    assert as_bob.post(old).status_code == 410
    assert as_bob.post(f"{old[:-2]}x/").status_code == 410
    assert NotificationChoice.objects.get(user=bob).confirmed_at is None


def test_one_click_ends_the_mail_and_to_open_the_link_does_not(browse, acme, bob):
    choice = NotificationChoice.objects.create(
        user=bob, email=Wants.NEEDED, address="bob@example.org", confirmed_at=timezone.now()
    )
    other = NotificationChoice.objects.create(
        user=make_user(), email=Wants.NEEDED, address="o@example.org", confirmed_at=timezone.now()
    )
    link = f"/notifications/unsubscribe/{token(choice)}/"
    robot = browse(enforce_csrf_checks=True)

    for ask in (robot.get, robot.head):
        assert ask(link).status_code == 200
    choice.refresh_from_db()
    assert choice.email == Wants.NEEDED
    assert robot.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    choice.refresh_from_db()
    other.refresh_from_db()
    assert (choice.email, other.email) == (Wants.NOTHING, Wants.NEEDED)
    assert robot.post(f"/notifications/unsubscribe/{token(choice)[:-1]}/").status_code == 410


def test_a_webhooks_secret_is_shown_once(as_bob, acme, bob, settings):
    settings.WAGGLE_WEBHOOKS_TO = ["localhost"]

    page = shown(as_bob.post(CHOICES, {"do": "hook", "url": "http://localhost:9000/x"}))

    secret = re.search(r"whsec_[\w+/=]+", page)[0]
    assert NotificationChoice.objects.get(user=bob).webhook == Wants.NEEDED
    again = shown(as_bob.get(CHOICES))
    assert "http://localhost:9000/x" in again
    assert secret not in again
    renewed = shown(as_bob.post(CHOICES, {"do": "hook", "url": "http://localhost:9000/x"}))
    assert re.search(r"whsec_[\w+/=]+", renewed)[0] != secret
    as_bob.post(CHOICES, {"do": "remove_hook"})
    assert not Webhook.objects.exists()


def test_a_private_address_is_refused_with_what_was_typed(as_bob, acme, settings):
    settings.WAGGLE_WEBHOOKS_TO = []

    answer = as_bob.post(CHOICES, {"do": "hook", "url": "https://10.0.0.8/x"})

    assert answer.status_code == 422
    assert "WAGGLE_WEBHOOKS_TO" in shown(answer)
    assert 'value="https://10.0.0.8/x"' in shown(answer)


def test_the_page_has_no_tools_and_a_guest_has_no_way_out(as_bob, browse, acme, bob, with_mail):
    answer = as_bob.get(CHOICES)
    assert 'id="site-tools"' not in shown(answer)
    assert answer["Permissions-Policy"] == "tools=()"

    bob.is_guest = True
    bob.save()
    assert "in the page alone" in shown(as_bob.get(CHOICES))
    assert as_bob.post(CHOICES, {"do": "hook", "url": "https://example.org/"}).status_code == 403
    assert not Webhook.objects.exists()


def test_an_outsider_finds_nothing(browse, acme, charlie):
    assert browse(charlie).get(CHOICES).status_code == 404
