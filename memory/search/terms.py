"""The words of a text as every engine indexes them, and what of a question is worth looking for."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

MOST_TERMS = 64

Values = Mapping[str, Any]
"""What an engine looks for, or the places in a prepared question where that is to stand."""

_WORD = re.compile(r"[^\W_]+")

# Words too common in English to tell one memory from another.
STOP_WORDS = frozenset(
    [
        "a",
        "about",
        "after",
        "all",
        "also",
        "am",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "because",
        "been",
        "before",
        "being",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "doing",
        "for",
        "from",
        "had",
        "has",
        "have",
        "having",
        "he",
        "her",
        "here",
        "him",
        "his",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "just",
        "me",
        "more",
        "most",
        "my",
        "no",
        "nor",
        "not",
        "of",
        "off",
        "on",
        "once",
        "only",
        "or",
        "other",
        "our",
        "out",
        "over",
        "own",
        "same",
        "she",
        "should",
        "so",
        "some",
        "such",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "through",
        "to",
        "too",
        "under",
        "until",
        "up",
        "us",
        "very",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "whom",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)


def terms_of(query: str) -> list[str]:
    """Distinct words in their order; the stop words only where there is nothing else."""
    words = list(dict.fromkeys(words_of(query)))
    telling = [word for word in words if word not in STOP_WORDS]
    return (telling or words)[:MOST_TERMS]


def words_of(text: str) -> list[str]:
    """Without case, accents, width and what stands between them: no engine's own reading of
    `20.04`, `a/b` or `café` makes a memory unfindable on one database and not on the other.
    """
    folded = text.casefold()
    if not folded.isascii():
        parts = unicodedata.normalize("NFKD", folded)
        folded = unicodedata.normalize(
            "NFKC", "".join(char for char in parts if not unicodedata.combining(char))
        )
    return _WORD.findall(folded)


def plain(text: str) -> str:
    return " ".join(words_of(text))
