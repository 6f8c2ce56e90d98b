"""Where a webhook may go: https to public addresses, and what the owner of the place opened."""

import socket
from typing import Any

import pytest

from proposals.outside import NotThere, place_of, refusal_of


@pytest.fixture(autouse=True)
def closed(settings: Any) -> None:
    settings.WAGGLE_WEBHOOKS_TO = []


@pytest.fixture
def leads_to(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Every name leads to these addresses."""

    def lead(*addresses: str) -> None:
        found = [
            (socket.AF_INET6 if ":" in one else socket.AF_INET, 1, 6, "", (one, 443))
            for one in addresses
        ]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **options: found)

    return lead


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https:///x",
        "example.org",
        "https://me:k3y@example.org/",
        "https://example.org/#x",
        "https://example.org/a b",
        "https://exa\x01mple.org/",
        "https://[::1/",
        "https://example.org:99999/",
        "https://example.org/" + "x" * 2_000,
        "http://localhost:9000/",
        "http://127.0.0.1/",
        "https://10.0.0.8/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::ffff:10.0.0.8]/",
        "https://[64:ff9b::a00:8]/",
        "https://[2002:a00:8::]/",
        "https://0.0.0.0/",
        "https://100.64.0.1/",
    ],
)
def test_it_is_refused_before_anything_is_sent(url: str) -> None:
    assert refusal_of(url)
    with pytest.raises(NotThere):
        place_of(url)


def test_a_public_address_is_taken_and_kept_for_the_connection(leads_to: Any) -> None:
    leads_to("93.184.216.34")

    place = place_of("https://example.org/hook?a=1")

    assert (place.host, place.port, place.path) == ("example.org", 443, "/hook?a=1")
    assert place.address == "93.184.216.34"


@pytest.mark.parametrize("inside", ["127.0.0.1", "10.0.0.8", "169.254.169.254", "::1", "fd00::1"])
def test_a_name_that_leads_inside_is_refused_even_beside_a_public_one(
    leads_to: Any, inside: str
) -> None:
    leads_to("93.184.216.34", inside)

    with pytest.raises(NotThere, match="private address"):
        place_of("https://example.org/")


@pytest.mark.parametrize(
    ("opened", "url"),
    [
        ("localhost", "http://localhost:9000/"),
        ("hooks.internal", "https://hooks.internal/"),
        ("10.0.0.0/8", "https://10.0.0.8/"),
        ("10.0.0.0/8", "https://anything.example/"),
    ],
)
def test_the_owner_of_the_place_opens_what_is_private(
    settings: Any, leads_to: Any, opened: str, url: str
) -> None:
    leads_to("10.0.0.8")
    settings.WAGGLE_WEBHOOKS_TO = [opened]

    assert not refusal_of(url)
    assert place_of(url).address == "10.0.0.8"


def test_plain_http_leaves_for_this_machine_alone(settings: Any) -> None:
    settings.WAGGLE_WEBHOOKS_TO = ["hooks.internal"]

    assert "https" in refusal_of("http://hooks.internal/")
