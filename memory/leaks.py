"""Passwords and keys that a text seems to give away: told to a person, who knows better."""

from __future__ import annotations

import re
from collections import Counter
from math import log2

KEYS = (
    ("AKIA", "an AWS access key", r"\bAKIA[0-9A-Z]{16}\b"),
    ("ASIA", "an AWS access key", r"\bASIA[0-9A-Z]{16}\b"),
    ("gh", "a GitHub token", r"\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{22})"),
    ("glpat-", "a GitLab token", r"\bglpat-[\w-]{20}"),
    ("AIza", "a Google API key", r"\bAIza[\w-]{35}"),
    ("xox", "a Slack token", r"\bxox[abeoprs]-[\w-]{10}"),
    ("k_live_", "a Stripe key", r"\b[rs]k_live_[A-Za-z0-9]{16}"),
    ("sk-", "a key that begins with sk-", r"\bsk-[\w-]{20}"),
    ("wgl_", "a Waggle agent key", r"\bwgl_[\w-]{20}"),
    ("PRIVATE", "a private key", r"-----BEGIN (?:[A-Z]{1,10} ){0,3}PRIVATE KEY-----"),
    ("eyJ", "a JSON Web Token", r"\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,2000}\.[\w-]{10}"),
    (
        "://",
        "a password in an address",
        r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,100}:[^\s/:@]{3,100}@",
    ),
)
"""What a key holds, without which most texts need no closer look; what it is; and its pattern."""
_KEYS = [(sign, name, re.compile(pattern)) for sign, name, pattern in KEYS]
_ASSIGNED = re.compile(
    r"(?i:pass(?:word|wd|phrase)|secret|token|api[_-]?key|access[_-]?key|pwd)[\"']?"
    r"\s{0,3}[:=]{1,2}\s{0,3}[\"']?([^\s\"',;]{8,200})"
)
_NAMES = ("pass", "pwd", "secret", "token", "key")
"""A text without any of these, or without a sign between name and value, assigns nothing secret."""
UNLIKE_WORDS = 2.75
"""Bits a character. A word that somebody repeats or counts up stays below it."""


def leaks(text: str) -> list[str]:
    """What it seems to give away, in words, each kind once. Nothing of the text is quoted."""
    found = {name: None for sign, name, key in _KEYS if sign in text and key.search(text)}
    return [*found, "a password or key"] if _assigns_one(text) else [*found]


def _assigns_one(text: str) -> bool:
    if "=" not in text and ":" not in text:
        return False
    folded = text.casefold()
    return any(name in folded for name in _NAMES) and any(
        _is_random(one[1]) for one in _ASSIGNED.finditer(text)
    )


def _is_random(value: str) -> bool:
    has_digits = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    if not has_digits or "://" in value:
        return False
    shares = (count / len(value) for count in Counter(value).values())
    return -sum(share * log2(share) for share in shares) >= UNLIKE_WORDS
