"""Telegraphic notes, in which no verb has a subject: pump down again, no oedema."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.builders import lexicon
from companion.builders.words import Phrase, Word

_OF_A_NAME = frozenset(
    {"NN", "NNS", "NNP", "NNPS", "CD", "DT", "PRP$", "POS", "JJ", "HYPH", "VBG", "VBN", "#"}
)
_NAMES = frozenset({"NN", "NNS", "NNP", "NNPS", "CD"})
_STATES = frozenset({"JJ", "JJR", "VBN", "VBG", "VBD", "JJS"})
_JOINS = frozenset({"and", "but", "or", ",", "/", "+", "&"})
_MOST_WORDS = 12


class Note(NamedTuple):
    """A thing and its state. No thing: the note is about what the entry is about."""

    subject: Phrase | None
    predicate: Phrase | None
    object: Phrase
    denied: bool = False


def notes(sentence: Sequence[Word]) -> Iterator[Note]:
    for part in _parts(sentence):
        if 0 < len(part) <= _MOST_WORDS:
            yield from _note(part)


def _parts(sentence: Sequence[Word]) -> Iterator[list[Word]]:
    """At commas and semicolons."""
    part: list[Word] = []
    for word in sentence:
        if word.text in (",", ";", ".", "!"):
            yield part
            part = []
        else:
            part.append(word)
    yield part


def _note(part: list[Word]) -> Iterator[Note]:
    if part[0].lower in ("no", "nil", "zero") and len(part) > 1:
        yield from _absence(part[1:])
        return
    if part[0].lower in lexicon.COMMAND_VERBS:
        return
    cut = _state_begins(part)
    if cut is None:
        return
    subject = Phrase(tuple(part[:cut]))
    denied = part[cut].lower in ("not", "never")
    for state in _states(part[cut + denied :]):
        yield _stated(subject, state, denied=denied)


def _absence(named: list[Word]) -> Iterator[Note]:
    place = next((k for k, word in enumerate(named) if word.tag == "IN"), None)
    if not any(word.tag in _NAMES for word in named[:place]):
        return
    if place and place + 1 < len(named):
        yield Note(
            Phrase(tuple(named[:place])),
            Phrase((named[place],)),
            Phrase(tuple(named[place + 1 :])),
            denied=True,
        )
    elif place is None:
        yield Note(None, None, Phrase(tuple(named)), denied=True)


def _state_begins(part: list[Word]) -> int | None:
    """After the name: at the first word that tells a state and is not part of another name."""
    for at, word in enumerate(part):
        if at and _is_state(word) and _is_name(part[:at], word):
            following = part[at + 1] if at + 1 < len(part) else None
            doing = word.tag == "VBG" and part[at - 1].tag in (*_NAMES, "VB", "VBP")
            if following is None or following.tag not in _NAMES or doing:
                return at
        if word.tag not in _OF_A_NAME and word.lower not in lexicon.STATES and at:
            return None
    return None


def _is_name(words: list[Word], state: Word) -> bool:
    """A noun is in it; or, before a state that is known as one, the tagger may have missed it."""
    if any(word.tag in _NAMES for word in words):
        return True
    likely = state.lower in lexicon.STATES or (state.tag in ("VBG", "VBN") and len(words) == 1)
    return likely and words[-1].tag in ("JJ", "VB", "VBP", "VBN")


def _is_state(word: Word) -> bool:
    return word.tag in _STATES or word.lower in lexicon.STATES


def _states(rest: list[Word]) -> Iterator[list[Word]]:
    """Alert and oriented: two states. What follows a preposition belongs to the last."""
    state: list[Word] = []
    for word in rest:
        joins = word.lower in _JOINS and not any(w.tag == "IN" for w in state)
        if joins:
            if state:
                yield state
            state = []
        else:
            state.append(word)
    if state:
        yield state


def _stated(subject: Phrase, state: list[Word], *, denied: bool) -> Note:
    return Note(subject, None, Phrase(tuple(state)), denied)
