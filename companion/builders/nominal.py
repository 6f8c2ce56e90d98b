"""What nouns say without a verb: apposition, possession, a place, and "there is"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.builders import lexicon, phrases
from companion.builders.clauses import SUBJECTS
from companion.builders.reading import How
from companion.builders.words import Phrase, Word

_PARTING = (",", "(", "-LRB-", "--", "-", "\u2013", "\u2014", ":")
_OF_AN_ACTION = (
    "tion",
    "tions",
    "ment",
    "ments",
    "ing",
    "ings",
    "ance",
    "ence",
    "al",
    "als",
    "ure",
    "sis",
    "sion",
    "sions",
)


class Nominal(NamedTuple):
    """`carrier`: the verb or noun by which the relation is meant, asked for its stance."""

    subject: Phrase
    predicate: str
    object: Phrase
    how: How
    carrier: Word
    denied: bool = False


def nominals(sentence: Sequence[Word], subject_label: str) -> Iterator[Nominal]:
    for word in sentence:
        if word.dep == "appos":
            yield from _apposition(word)
        elif word.dep == "poss" and word.pos in ("NOUN", "PROPN"):
            yield from _possession(word, subject_label)
        elif word.dep == "prep" and word.lower in lexicon.OF_PLACE:
            yield from _place(word)
        elif word.dep == "expl" and word.lower == "there":
            yield from _existence(word)


def _apposition(word: Word) -> Iterator[Nominal]:
    head = word.head
    if head.pos not in ("NOUN", "PROPN") or word.pos not in ("NOUN", "PROPN"):
        return
    if not _is_parted(word) or (head.pos == word.pos == "NOUN" and not word.having("det", "poss")):
        return
    yield Nominal(phrases.name(head), "is", phrases.name(word), How.APPOSITION, word)


def _is_parted(word: Word) -> bool:
    marks = (*word.head.children, *word.children)
    return any(mark.text in _PARTING and mark.index < word.index for mark in marks)


def _possession(word: Word, subject_label: str) -> Iterator[Nominal]:
    """Of what a sentence is about, or of the entry's subject; an action is not had."""
    thing = word.head
    owner = phrases.trimmed(one for one in word.subtree() if one.tag != "POS")
    about = owner.words[-1].lower in subject_label.lower().split()
    if thing.lower.endswith(_OF_AN_ACTION) or not (thing.dep in SUBJECTS or about):
        return
    owned = [one for one in phrases.name(thing).words if not one.hangs_below(word)]
    if owned:
        yield Nominal(owner, "has", phrases.trimmed(owned), How.POSSESSIVE, word)


def _place(preposition: Word) -> Iterator[Nominal]:
    """Henry Wood Hall in Glasgow: a thing by its name, in a place by its name."""
    thing, place = preposition.head, preposition.first("pobj")
    if place is None or place.tag != "NNP" or thing.tag not in ("NNP", "NNPS"):
        return
    if place.lower in lexicon.MONTHS:
        return
    named = [one for one in phrases.name(thing).words if not one.hangs_below(preposition)]
    predicate = f"is {preposition.lower}"
    yield Nominal(phrases.trimmed(named), predicate, phrases.name(place), How.PLACE, thing)


def _existence(there: Word) -> Iterator[Nominal]:
    verb = there.head
    thing = verb.first("attr", "nsubj", "dobj")
    if thing is None:
        return
    place = verb.first("prep") or thing.first("prep")
    inside = place.first("pobj") if place is not None else None
    if place is None or inside is None:
        return
    named = [
        one
        for one in phrases.name(thing).words
        if not one.hangs_below(place) and one.lower not in lexicon.NEGATIVE_DETERMINERS
    ]
    predicate = [verb, *verb.having("aux", "neg"), place]
    around = (*thing.children, *verb.children)
    yield Nominal(
        phrases.trimmed(named),
        " ".join(
            one.text for one in Phrase.of(predicate).words if one.lower not in lexicon.CLITICS
        ),
        phrases.name(inside),
        How.EXISTENTIAL,
        verb,
        denied=any(one.lower in ("no", "n't", "not", "never") for one in around),
    )
