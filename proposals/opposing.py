"""Whether two statements say nearly the same, or one thing against another. Words only: it knows
no meaning, asks nobody, and answers the same for ever.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from math import log

from memory.kinds import Kind
from memory.search.stop_words import STOP_WORDS
from memory.search.terms import words_of
from proposals.english import AMOUNTS, ARTICLES, CONTRARIES, NEGATIONS, VERBS, WHOSE

SETTLING = frozenset({Kind.DECISION, Kind.PREFERENCE})
"""Kinds of which one settles a matter, so that two about it want looking at."""

NEARLY_SAME, SAME_TOPIC, ONE_MATTER = 0.85, 0.6, 0.3
LONGEST_SWAP = 3
FEW = 2


class Relation(StrEnum):
    NEAR = "near"
    OPPOSED = "opposed"


@dataclass(frozen=True, slots=True)
class Likeness:
    relation: Relation
    reason: str
    """Why, in words. It quotes the statements, so it is made anew for each reader, never kept."""


@dataclass(frozen=True)
class Statement:
    text: str
    kind: str = Kind.NOTE

    @cached_property
    def words(self) -> list[str]:
        # An apostrophe would part "don't" into words that deny nothing.
        return words_of(re.sub(r"(?<=\w)['\u2019](?=\w)", "", self.text))

    @cached_property
    def sequence(self) -> list[str]:
        kept = (word for word in self.words if word not in STOP_WORDS and word not in NEGATIONS)
        return [stem(word) for word in kept]

    @cached_property
    def telling(self) -> frozenset[str]:
        return frozenset(word for word in self.sequence if not is_amount(word))

    @cached_property
    def amounts(self) -> frozenset[str]:
        return frozenset(word for word in self.words if is_amount(word))

    @cached_property
    def matters(self) -> frozenset[tuple[str, str]]:
        """Telling words that stand side by side, such as `release notes`."""
        pairs = pairwise(self.sequence)
        return frozenset(pair for pair in pairs if not any(map(is_amount, pair)))

    @property
    def denies(self) -> bool:
        return not NEGATIONS.isdisjoint(self.words)


class Surroundings:
    """The statements among which two are compared: what is rare here tells what they are about."""

    def __init__(self, statements: Iterable[Statement]) -> None:
        among = list(statements)
        self.size = len(among)
        self.words = Counter(word for one in among for word in one.telling)
        self.matters = Counter(matter for one in among for matter in one.matters)

    def weight(self, words: Iterable[str]) -> float:
        return sum(log(1 + (1 + self.size) / (1 + self.words[word])) for word in words)

    def share(self, one: Statement, other: Statement) -> float:
        """Of all that both tell, what they have in common."""
        whole = self.weight(one.telling | other.telling)
        return self.weight(one.telling & other.telling) / whole if whole else 0.0

    def _rarity(self, pair: tuple[str, str]) -> tuple[int, tuple[str, str]]:
        return self.matters[pair], pair

    def matter_of(self, one: Statement, other: Statement) -> str:
        """What both are about, and hardly any other is; or nothing."""
        both = [pair for pair in one.matters & other.matters if self.matters[pair] <= FEW]
        return " ".join(sorted(both, key=self._rarity)[0]) if both else ""


def compare(old: Statement, new: Statement, among: Surroundings) -> Likeness | None:
    """None where nothing speaks for either."""
    swap = _swap(old.words, new.words)
    if swap and swap.says_which:
        return None
    share = among.share(old, new)
    if share >= SAME_TOPIC and (reason := _denied(old, new)):
        return _opposed(reason)
    if swap and share >= SAME_TOPIC / 2 and len(old.telling & new.telling) > 1:
        return _opposed(
            f"where one says \u201c{swap.old}\u201d, the other says \u201c{swap.new}\u201d"
        )
    if matter := among.matter_of(old, new):
        if old.amounts and new.amounts and old.amounts != new.amounts:
            return _opposed(
                f"on \u201c{matter}\u201d one says {_listed(old.amounts)},"
                f" the other {_listed(new.amounts)}"
            )
        if {old.kind, new.kind} <= SETTLING and ONE_MATTER <= share < NEARLY_SAME:
            return _opposed(f"both settle \u201c{matter}\u201d, in other words")
    if share >= NEARLY_SAME and old.amounts == new.amounts and old.denies == new.denies:
        return Likeness(Relation.NEAR, "both say nearly the same")
    return None


def _opposed(reason: str) -> Likeness:
    return Likeness(Relation.OPPOSED, reason)


def _denied(old: Statement, new: Statement) -> str:
    if old.denies != new.denies:
        return "one says it and the other denies it"
    for pair in CONTRARIES:
        said, contradicted = pair.intersection(old.words), pair.intersection(new.words)
        if len(said) == len(contradicted) == 1 and said != contradicted:
            return f"one says \u201c{min(said)}\u201d, the other \u201c{min(contradicted)}\u201d"
    return ""


@dataclass(frozen=True, slots=True)
class Swap:
    """The few words that stand for each other where all else is the same."""

    old: str
    new: str
    says_which: bool
    """They tell of which of several things the same is said: `of billing`, `the billing module`,
    or what stands before the verb.
    """


def _swap(old: Sequence[str], new: Sequence[str]) -> Swap | None:
    start = _alike(old, new)
    rest = min(len(old), len(new)) - start
    end = min(rest, _alike(old[::-1], new[::-1]))
    there, here = old[start : len(old) - end], new[start : len(new) - end]
    few = min(len(there), len(here)) > 0 and max(len(there), len(here)) <= LONGEST_SWAP
    if not few or not set(there).isdisjoint(here):
        return None
    are_amounts = all(map(is_amount, [*there, *here]))
    which = not are_amounts and _says_which(old, start, start + len(there))
    return Swap(" ".join(there), " ".join(here), which)


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    """How many words both begin with."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(old), len(new)))


def _says_which(words: Sequence[str], start: int, end: int) -> bool:
    before, after = words[:start], words[end:]
    if not before or (VERBS.isdisjoint(before) and not VERBS.isdisjoint(after)):
        return True
    has_article = before[-1] in ARTICLES
    named = [word for word in before[-2:] if word not in ARTICLES]
    is_attribute = has_article and bool(after) and after[0] not in STOP_WORDS | VERBS
    return is_attribute or (bool(named) and named[-1] in WHOSE)


def is_amount(word: str) -> bool:
    return word[0].isdigit() or word in AMOUNTS


def stem(word: str) -> str:
    """Without the commonest English endings: enough to tell that two words are one."""
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4 and word not in AMOUNTS:
            return word[: -len(ending)]
    return word


def _listed(words: frozenset[str]) -> str:
    return ", ".join(f"\u201c{word}\u201d" for word in sorted(words))
