"""What a text seems to be about, from its words and the subjects that a project has.

A suggestion only, in three strengths. Where two are equally good it suggests nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from companion.plain_words import PLAIN, UNITS
from memory import limits

Resolution = Literal["resolved", "probable", "ambiguous"]

SCANNED = 20_000
MOST_ALTERNATIVES = 5
MOST_WORDS = 3
DETERMINERS = frozenset({"the", "our", "this", "that", "my", "their"})

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W\d_]+)?")
_WITHIN_A_NAME = re.compile(r"[ \t\xa0-]")


@dataclass(frozen=True, slots=True)
class Choice:
    """A subject of the project, or one that would be new: then it has no `subject_id`."""

    label: str
    subject_id: str = ""


@dataclass(frozen=True, slots=True)
class Proposed:
    """`choice` is empty where the text is ambiguous."""

    resolution: Resolution
    choice: Choice | None = None
    alternatives: tuple[Choice, ...] = ()

    @property
    def stored(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def load(cls, stored: dict[str, Any]) -> Proposed:
        choice = stored.get("choice")
        return cls(
            stored.get("resolution", "ambiguous"),
            Choice(**choice) if choice else None,
            tuple(Choice(**one) for one in stored.get("alternatives", ())),
        )


def propose(text: str, known: Iterable[Choice]) -> Proposed:
    """The subject that the text names most; else the thing that it names most."""
    words = list(_WORD.finditer(text[:SCANNED]))
    named, things = _named(words, known), _things(text, words)
    ranked = (named or things).most_common()
    best = [choice for choice, weight in ranked if weight == ranked[0][1]]
    choice = best[0] if len(best) == 1 else None
    taken = {name_words(one.label) for one in named}
    others = [one for one, _ in named.most_common() if one != choice]
    others += [
        one
        for one, _ in things.most_common()
        if one != choice and name_words(one.label) not in taken
    ]
    alternatives = tuple(others[:MOST_ALTERNATIVES])
    if choice is None:
        return Proposed("ambiguous", None, alternatives)
    return Proposed("resolved" if named else "probable", choice, alternatives)


def name_words(name: str) -> tuple[str, ...]:
    """What counts as the same name: its words, whatever stands between them."""
    return tuple(found[0].casefold() for found in _WORD.finditer(name))


def _named(words: Sequence[re.Match[str]], known: Iterable[Choice]) -> Counter[Choice]:
    """How often each subject is named; within a longer name a shorter one does not count."""
    by_first: dict[str, list[tuple[tuple[str, ...], Choice]]] = {}
    for choice in known:
        for name in {name_words(choice.label), name_words(choice.subject_id)} - {()}:
            by_first.setdefault(name[0], []).append((name, choice))
    for names in by_first.values():
        names.sort(key=lambda one: len(one[0]), reverse=True)
    folded = [_bare(word[0]) for word in words]
    found: Counter[Choice] = Counter()
    at = 0
    while at < len(folded):
        for name, choice in by_first.get(folded[at], ()):
            if tuple(folded[at : at + len(name)]) == name:
                found[choice] += 1
                at += len(name) - 1
                break
        at += 1
    return found


def _things(text: str, words: Sequence[re.Match[str]]) -> Counter[Choice]:
    """Names, numbered things and what stands after an article, weighed by how often they stand."""
    spelt: dict[tuple[str, ...], str] = {}
    weights: Counter[tuple[str, ...]] = Counter()
    first_sentence = re.search(r"[.!?\n]", text)
    opening = first_sentence.start() if first_sentence else len(text)
    for start, end, weight in _phrases(text, words):
        label = text[words[start].start() : words[end - 1].end()]
        key = name_words(label)
        if len(label) > limits.LABEL:
            continue
        if key not in spelt:
            spelt[key] = label[:1].upper() + label[1:]
            weight += words[start].start() < opening
        weights[key] += weight
    return Counter({Choice(spelt[key]): weight for key, weight in weights.items()})


def _phrases(text: str, words: Sequence[re.Match[str]]) -> Iterator[tuple[int, int, int]]:
    """First word, the one after the last, and how much it says that this is a name."""
    at = 0
    while at < len(words):
        is_introduced = words[at][0].casefold() in DETERMINERS
        start = at + is_introduced
        end, weight = _name_from(text, words, start), 2
        if end == start and is_introduced:
            end, weight = _run(text, words, start, _is_telling), 1
        if end > start:
            yield start, end, weight
        at = max(end, at + 1)


def _name_from(text: str, words: Sequence[re.Match[str]], at: int) -> int:
    """The end of a name that begins here: `Pilot 2`, `pump 7`, `Neo4j`, `Mill Lane`; else `at`."""
    if at == len(words):
        return at
    word = words[at][0]
    if word.casefold() in PLAIN | UNITS or word[0].isdigit():
        return at
    follows = at + 1
    if follows < len(words) and words[follows][0].isdigit() and _joined(text, words, at):
        is_measure = _is_measure(text, words, follows)
        return at if is_measure else follows + 1
    if any(char.isdigit() for char in word):
        return _run(text, words, at, _is_telling)
    if not word[0].isupper():
        return at
    end = _run(text, words, at, _is_capital)
    return at if end == at + 1 and _begins_sentence(text, words[at].start()) else end


def _is_telling(word: str) -> bool:
    return word.casefold() not in PLAIN


def _is_capital(word: str) -> bool:
    return word[0].isupper() or word[0].isdigit()


def _run(text: str, words: Sequence[re.Match[str]], at: int, fits: Callable[[str], bool]) -> int:
    end = at
    while end < len(words) and end - at < MOST_WORDS and fits(words[end][0]):
        if end > at and not _joined(text, words, end - 1):
            break
        end += 1
    return end


def _joined(text: str, words: Sequence[re.Match[str]], at: int) -> bool:
    between = text[words[at].end() : words[at + 1].start()]
    return len(between) == 1 and bool(_WITHIN_A_NAME.match(between))


def _is_measure(text: str, words: Sequence[re.Match[str]], number: int) -> bool:
    """`92 bpm`, `1.4 GB`, `140/90`, `16:12` count something; `pump 7` names it."""
    after = text[words[number].end() :][:2]
    if re.match(r"[.,/:%°][\d]?", after) and (after[:1] in "/:%°" or after[1:2].isdigit()):
        return True
    follows = number + 1
    return (
        follows < len(words)
        and _joined(text, words, number)
        and words[follows][0].casefold() in UNITS
    )


def _begins_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \t\"'\u201c\u2018(")
    return not before or before[-1] in ".!?\n:•-"


def _bare(word: str) -> str:
    folded = word.casefold()
    return folded.removesuffix("'s").removesuffix("\u2019s")
