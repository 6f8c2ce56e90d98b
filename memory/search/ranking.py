"""One rank for every engine: of the memories it found, those with more and rarer of the words come
first, and those with all of them gain most.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memory.search.stems import stem
from memory.search.terms import is_whole, wholes_of, words_of

POOL = 30
READ = 3_000
TITLE, TAGS, WHOLE = 4.0, 2.0, 4.0
SATURATION, BY_LENGTH, USUAL_LENGTH = 1.2, 0.4, 25
ALL_WORDS = 1.0
COUNTED = 1_001


@dataclass(frozen=True, slots=True)
class Text:
    """As much of a memory as its rank depends on."""

    pk: int
    title: str
    tags: Sequence[str]
    content: str


class Ranking:
    """`counts`: how many memories have each term."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.weights = {
            _key(term): math.log(1 + COUNTED / (count + 0.5)) * (WHOLE if is_whole(term) else 1)
            for term, count in counts.items()
        }
        self.starts = tuple(key[:-1] for key in self.weights if key.endswith("*"))
        self.seen: dict[str, list[str]] = {}
        self.firsts = frozenset(key[:1] for key in self.weights)  # a stem begins as its word does
        self.has_wholes = any(is_whole(term) for term in counts)
        self.total = sum(self.weights.values()) or 1.0

    def ranked(self, found: Sequence[int], texts: Sequence[Text]) -> dict[int, float]:
        """Primary keys and scores, best first; between equals the newest."""
        scores = {text.pk: self.score(text) for text in texts}
        # Of a long text only the beginning is read here; the engine found its word further on.
        least = {pk: 1e-6 * (len(found) - place) for place, pk in enumerate(found)}
        scored = {pk: scores[pk] or least[pk] for pk in found if pk in scores}
        return dict(sorted(scored.items(), key=lambda one: (-one[1], -one[0])))

    def score(self, text: Text) -> float:
        counts: dict[str, float] = {}
        length = self._count(text.content, 1, counts)
        self._count(text.title, TITLE, counts)
        self._count(" ".join(text.tags), TAGS, counts)
        norm = 1 - BY_LENGTH + BY_LENGTH * min(length / USUAL_LENGTH, 8)
        score = sum(
            self.weights[key] * count * (SATURATION + 1) / (count + SATURATION * norm)
            for key, count in counts.items()
        )
        share = sum(self.weights[key] for key in counts) / self.total
        return round(score * (1 + ALL_WORDS * share * share), 9)

    def _count(self, text: str, factor: float, counts: dict[str, float]) -> int:
        """Add what the text has of the question; how many words it has."""
        words = [*words_of(text), *wholes_of(text)] if self.has_wholes else words_of(text)
        seen, firsts = self.seen, self.firsts
        for word in words:
            if word[0] not in firsts:
                continue
            keys = seen.get(word)
            if keys is None:
                keys = seen[word] = self._keys(word)
            for key in keys:
                counts[key] = counts.get(key, 0) + factor
        return len(words)

    def _keys(self, word: str) -> list[str]:
        stemmed = stem(word)
        keys = [stemmed] if stemmed in self.weights else []
        return keys + [f"{start}*" for start in self.starts if word.startswith(start)]


def _key(term: str) -> str:
    return term if term.endswith("*") else stem(term)
