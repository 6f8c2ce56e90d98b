"""A password or a key in a text is pointed out; ordinary words about passwords are not."""

import pytest

from memory.leaks import leaks

GIVEN_AWAY = {
    "AKIAIOSFODNN7EXAMPLE": "an AWS access key",
    "Use ghp_" + "a1B2" * 9 + " for the mirror.": "a GitHub token",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE": "a private key",
    "-----BEGIN PRIVATE KEY-----": "a private key",
    "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP": "a JSON Web Token",
    "postgres://ops:hunter2@db.example/notes": "a password in an address",
    "wgl_" + "x" * 30: "a Waggle agent key",
    "password=Tr0ub4dor&3": "a password or key",
    'api_key: "9f8e7d6c5b4a39281706f5e4"': "a password or key",
    "DB_PASSWORD = s3cr3t-0n3!": "a password or key",
}
ORDINARY = [
    "The password policy changed.",
    "Password: see the vault.",
    "password: required",
    "The token is passed on unchanged, as token=value.",
    "secret: nobody-knows",
    "Reset it at https://example.org/password?next=/home",
    "api_key: str",
    "access key: documentation",
    "sk-learn is pinned to 1.4; user_id is an integer.",
    "https://example.org:8000/p/garden/",
    "Fingerprint sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
]


@pytest.mark.parametrize(("text", "what"), GIVEN_AWAY.items(), ids=range(len(GIVEN_AWAY)))
def test_it_is_told_by_its_kind_and_not_quoted(text: str, what: str) -> None:
    assert what in leaks(f"We said: {text}")


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_words_are_left_alone(text: str) -> None:
    assert leaks(text) == []


def test_each_kind_is_told_once() -> None:
    assert leaks("AKIAIOSFODNN7EXAMPLE and AKIAIOSFODNN7EXAMPLF") == ["an AWS access key"]
