import pytest
from django.core.exceptions import ImproperlyConfigured

from waggle_site import env_outgoing

NAMES = ("URL", "HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(f"EMAIL_{name}", raising=False)


def test_without_a_server_no_mail_leaves():
    assert env_outgoing.email() == {}


@pytest.mark.parametrize(
    ("url", "port", "tls", "ssl"),
    [
        ("smtp://h", 25, False, False),
        ("smtp+tls://h", 587, True, False),
        ("smtp+ssl://h", 465, False, True),
        ("smtps://h", 465, False, True),
        ("smtps://h:587", 587, True, False),
    ],
)
def test_an_address_says_how_mail_leaves(monkeypatch, url, port, tls, ssl):
    monkeypatch.setenv("EMAIL_URL", url.replace("//h", "//me:p%40ss@h"))

    mail = env_outgoing.email()

    assert (mail["HOST"], mail["USER"], mail["PASSWORD"]) == ("h", "me", "p@ss")
    assert (mail["PORT"], mail["TLS"], mail["SSL"]) == (port, tls, ssl)


def test_the_names_that_django_users_know_do_too(monkeypatch):
    monkeypatch.setenv("EMAIL_HOST", "mail.example.org")
    monkeypatch.setenv("EMAIL_USE_TLS", "1")
    assert env_outgoing.email()["PORT"] == 587

    monkeypatch.setenv("EMAIL_USE_SSL", "1")
    with pytest.raises(ImproperlyConfigured, match="exclude each other"):
        env_outgoing.email()


def test_the_console_is_a_mail_server_of_ones_own(monkeypatch):
    monkeypatch.setenv("EMAIL_URL", "console://")

    assert env_outgoing.email()["BACKEND"].endswith("console.EmailBackend")


@pytest.mark.parametrize("url", ["mail.example.org", "http://me:k3y@h", "smtp://"])
def test_nonsense_stops_the_start_and_is_not_repeated(monkeypatch, url):
    monkeypatch.setenv("EMAIL_URL", url)

    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL") as refusal:
        env_outgoing.email()

    assert "k3y" not in str(refusal.value)


def test_places_are_hosts_addresses_or_networks(monkeypatch):
    monkeypatch.setenv("WAGGLE_WEBHOOKS_TO", "Hooks.internal, 10.0.0.0/8")
    assert env_outgoing.places("WAGGLE_WEBHOOKS_TO", ()) == ["hooks.internal", "10.0.0.0/8"]

    monkeypatch.setenv("WAGGLE_WEBHOOKS_TO", "https://hooks.internal/")
    with pytest.raises(ImproperlyConfigured, match="WAGGLE_WEBHOOKS_TO"):
        env_outgoing.places("WAGGLE_WEBHOOKS_TO", ())
