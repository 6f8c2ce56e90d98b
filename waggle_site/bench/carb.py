"""Scores open extractions as the CaRB benchmark does by default.

A tuple's words are compared in three parts: predicate, first argument, all others together.
Precision pairs each extraction with one gold tuple, greedily; recall lets every gold tuple take
its best extraction or, one to one, pairs them greedily too. The best threshold's F1 counts.
"""

import re
import string
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

_SPEECH = ("said", "told", "added", "adds", "says")
_BE = frozenset({"be", "is", "am", "are", "was", "were", "been", "being"})
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_NO_KEY = re.compile(rf"[{re.escape(string.punctuation)}\s]")


@dataclass(frozen=True, slots=True)
class Extraction:
    """`arguments`: first what it is about. Words stand apart by spaces."""

    predicate: str
    arguments: tuple[str, ...]
    confidence: float = 1.0


Extractions = Mapping[str, Sequence[Extraction]]


class Score(NamedTuple):
    precision: float
    recall: float
    f1: float


class _Pair(NamedTuple):
    """How well one extraction fits one gold tuple: shares of its words, and of the gold's."""

    precision: float
    recall: float


class _Sentence(NamedTuple):
    """`table[gold][found]`, and the confidence of each found."""

    table: list[list[_Pair]]
    confidences: list[float]


def read_gold(path: Path) -> dict[str, list[Extraction]]:
    """Lines of sentence, predicate, first argument, further arguments, parted by tabs."""
    gold: dict[str, list[Extraction]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        sentence, predicate, *arguments = line.split("\t")
        gold.setdefault(sentence, []).append(Extraction(predicate, tuple(arguments)))
    return gold


def read_openie5(path: Path) -> dict[str, list[Extraction]]:
    """OpenIE5's released output, on which this scorer is calibrated."""
    found: dict[str, list[Extraction]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        confidence, context, subject, relation, others, sentence = line.split("\t")
        if not others:
            continue
        first, predicate = _argument(subject), _argument(relation)
        if context and not f"{first} {predicate}".startswith(_argument(context)):
            first = f"{_argument(context)} {first}"
        rest = [_argument(part) for part in others.strip().split(");")]
        one = Extraction(predicate, (first, *rest), float(confidence))
        found.setdefault(sentence, []).append(one)
    return found


def _argument(written: str) -> str:
    return written[written.index("(") + 1 : written.index(",List(")]


def score(gold: Extractions, found: Extractions) -> tuple[Score, Score]:
    """By default matching, and with recall one to one as well."""
    of_key = {_key(sentence): those for sentence, those in found.items()}
    sentences = [
        _sentence(those, of_key.get(_key(sentence), ())) for sentence, those in gold.items()
    ]
    thresholds = {confidence for one in sentences for confidence in one.confidences}
    many = single = Score(0, 0, 0)
    for threshold in sorted(thresholds):
        first, second = _at(threshold, sentences)
        many = max(many, first, key=itemgetter(2))
        single = max(single, second, key=itemgetter(2))
    return many, single


def _key(sentence: str) -> str:
    for written, sign in _BRACKETS.items():
        sentence = sentence.replace(written, sign)
    return _NO_KEY.sub("", sentence)


def _sentence(gold: Sequence[Extraction], found: Sequence[Extraction]) -> _Sentence:
    table = [[_match(wanted, one) for one in found] for wanted in gold]
    return _Sentence(table, [one.confidence for one in found])


def _at(threshold: float, sentences: Sequence[_Sentence]) -> tuple[Score, Score]:
    precise = best = paired = 0.0
    found = gold = 0
    for table, confidences in sentences:
        kept = [k for k, confidence in enumerate(confidences) if confidence >= threshold]
        found += len(kept)
        gold += len(table)
        precise += _greedy([[row[k].precision for k in kept] for row in table])
        best += sum(max((row[k].recall for k in kept), default=0.0) for row in table)
        paired += _greedy([[row[k].recall for k in kept] for row in table])
    precision = precise / found if found else 1.0
    return _scored(precision, best / gold), _scored(precision, paired / gold)


def _scored(precision: float, recall: float) -> Score:
    both = precision + recall
    return Score(precision, recall, 2 * precision * recall / both if both else 0.0)


def _greedy(table: Sequence[Sequence[float]]) -> float:
    """The highest cell first; no row and no column twice."""
    cells = sorted(
        ((-value, i, j) for i, row in enumerate(table) for j, value in enumerate(row)),
    )
    rows: set[int] = set()
    columns: set[int] = set()
    total = 0.0
    for value, i, j in cells:
        if i not in rows and j not in columns:
            rows.add(i)
            columns.add(j)
            total -= value
    return total


def _match(gold: Extraction, found: Extraction) -> _Pair:
    pair = _compared(_parts(gold), _parts(found))
    if any(verb in gold.predicate for verb in _SPEECH) and len(found.arguments) > 1:
        predicate, *arguments = _parts(found)
        pair = max(pair, _compared(_parts(gold), [predicate, *reversed(arguments)]))
    return pair


def _parts(one: Extraction) -> list[list[str]]:
    first, *others = one.arguments or ("",)
    written = [one.predicate, first, " ".join(others)] if others else [one.predicate, first]
    return [part.split() for part in written]


def _compared(gold: list[list[str]], found: list[list[str]]) -> _Pair:
    """No common word in the predicate, or an argument that is missing: no match at all."""
    shared = list(_shared(gold, found))
    if not shared[0] or len(found) < len(gold):
        return _Pair(0.0, 0.0)
    words = sum(map(len, found[: len(gold)]))
    return _Pair(sum(shared) / words, sum(shared) / sum(map(len, gold)))


def _shared(gold: list[list[str]], found: list[list[str]]) -> Iterator[int]:
    for place, (wanted, said) in enumerate(zip(gold, found, strict=False)):
        common = Counter(wanted) & Counter(said)
        count = sum(common.values())
        if place == 0 and "be" in Counter(said) - common and _BE.intersection(wanted):
            count += 1  # "be" stands for any of its forms
        yield count
