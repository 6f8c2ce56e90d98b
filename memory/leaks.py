"""Passwords and keys that a text seems to give away: told to a person, who knows better."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import log2

KEYS = {
    "an AWS access key": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "a GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{22})",
    "a GitLab token": r"\bglpat-[\w-]{20}",
    "a Google API key": r"\bAIza[\w-]{35}",
    "a Slack token": r"\bxox[abeoprs]-[\w-]{10}",
    "a Stripe key": r"\b[rs]k_live_[A-Za-z0-9]{16}",
    "a key that begins with sk-": r"\bsk-[\w-]{20}",
    "a Waggle agent key": r"\bwgl_[\w-]{20}",
    "a private key": r"-----BEGIN (?:[A-Z]{1,10} ){0,3}PRIVATE KEY-----",
    "a JSON Web Token": r"\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,2000}\.[\w-]{10}",
    "a password in an address": r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,100}:[^\s/:@]{3,100}@",
}
_KEYS = {name: re.compile(pattern) for name, pattern in KEYS.items()}
_ASSIGNED = re.compile(
    r"(?i:pass(?:word|wd|phrase)|secret|token|api[_-]?key|access[_-]?key|pwd)[\"']?"
    r"\s{0,3}[:=]{1,2}\s{0,3}[\"']?([^\s\"',;]{8,200})"
)
_HINT = re.compile(
    r"AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|AIza|xox|k_live_|sk-|wgl_|PRIVATE|eyJ|://"
    r"|(?i:pass|pwd|secret|token|key)"
)
"""Most texts have none of these, and need no closer look."""
UNLIKE_WORDS = 2.75
"""Bits a character. A word that somebody repeats or counts up stays below it."""


def leaks(text: str) -> list[str]:
    """What it seems to give away, in words, each kind once. Nothing of the text is quoted."""
    return list(dict.fromkeys(_found(text))) if _HINT.search(text) else []


def _found(text: str) -> Iterator[str]:
    for name, pattern in _KEYS.items():
        if pattern.search(text):
            yield name
    if any(_is_random(one[1]) for one in _ASSIGNED.finditer(text)):
        yield "a password or key"


def _is_random(value: str) -> bool:
    has_digits = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    if not has_digits or "://" in value:
        return False
    shares = (count / len(value) for count in Counter(value).values())
    return -sum(share * log2(share) for share in shares) >= UNLIKE_WORDS
