"""What an Origin-Trial token says of itself, and what to do about it."""

import base64
import json
import struct
from datetime import UTC, datetime, timedelta

import pytest

from waggle_site.workspace.trial import look_at

NOW = datetime(2026, 5, 14, tzinfo=UTC)
HERE = "https://waggle.example"


def token(**said):
    until = said.pop("until", timedelta(days=40))
    body = json.dumps(
        {"origin": f"{HERE}:443", "feature": "WebMCP", "expiry": int((NOW + until).timestamp())}
        | said
    ).encode()
    return base64.b64encode(b"\x03" + bytes(64) + struct.pack(">I", len(body)) + body).decode()


def found(*tokens, origin=HERE):
    return look_at(tokens, origin=origin, now=NOW)


def test_none_set_is_none_told():
    assert found() == []


def test_a_token_for_this_address_says_how_long_it_lasts():
    [one] = found(token())

    assert (one.is_good, one.words, one.remedy) == (True, "40 days left", "")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"until": timedelta(days=13)}, "13 days left"),
        ({"until": timedelta(days=1)}, "1 day left"),
        ({"until": timedelta(seconds=0)}, "expired"),
        ({"until": -timedelta(days=3)}, "expired"),
        ({"feature": "Else"}, "for something else"),
        ({"origin": "http://waggle.example:443"}, "for another address"),
        ({"origin": "https://waggle.example:8443"}, "for another address"),
        ({"origin": "https://other.example"}, "for another address"),
        ({"origin": "https://example"}, "for another address"),
        ({"expiry": "soon"}, "unreadable"),
        ({"expiry": 10**40}, "unreadable"),
    ],
)
def test_one_that_will_not_do_says_why_and_what_to_do(said, words):
    [one] = found(token(**said))

    assert (one.is_good, one.words) == (False, words)
    assert one.remedy


@pytest.mark.parametrize("text", ["", "not base64!", "AAAA", base64.b64encode(b"x" * 90).decode()])
def test_no_token_at_all_is_said_too(text):
    assert found(text)[0].words == "unreadable"


def test_a_token_may_cover_what_is_below_its_address():
    above = token(origin="https://example:443", isSubdomain=True)

    assert found(above)[0].is_good
    assert not found(above, origin="https://badexample")[0].is_good


def test_several_are_told_one_by_one():
    assert [one.is_good for one in found(token(), "rubbish")] == [True, False]
