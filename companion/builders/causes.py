"""Causes that are stated: because, due to, because of, owing to, thanks to, and a comma with so."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.builders import phrases
from companion.builders.clauses import SUBJECTS, is_predicate, subject_of
from companion.builders.unasserted import is_denied_reason
from companion.builders.words import Phrase, Word

_OF_A_NAME = {"due": "to", "because": "of", "owing": "to", "thanks": "to"}


class Cause(NamedTuple):
    """`carrier`: verb or noun of the effect, for its stance; `marker`: says that it is one."""

    cause: Phrase
    effect: Phrase
    marker: Word
    carrier: Word


def causes(sentence: Sequence[Word]) -> Iterator[Cause]:
    for word in sentence:
        found = _because(word) or _owing(word, sentence) or _so(word, sentence)
        if found is not None:
            yield found


def _because(word: Word) -> Cause | None:
    if word.lower != "because" or word.dep != "mark" or not word.head.is_verb:
        return None
    clause, effect = word.head, _effect(word.head)
    if effect is None or is_denied_reason(clause) or clause.first(*SUBJECTS, "expl") is None:
        return None
    said = [one for one in clause.subtree() if one is not word]
    return Cause(phrases.trimmed(said), _without(effect, clause), word, effect)


def _owing(word: Word, sentence: Sequence[Word]) -> Cause | None:
    """Due to X, X being a name; where the parser hangs its parts does not matter."""
    second = _OF_A_NAME.get(word.lower)
    following = next((one for one in sentence if one.index == word.index + 1), None)
    if second is None or following is None or following.lower != second or word.first("neg"):
        return None
    inside = following.first("pobj", "pcomp") or word.first("pobj") or _object_after(following)
    if inside is None:
        return None
    effect = _effect(word if following.hangs_below(word) else following)
    if effect is None:
        return None
    cause = phrases.trimmed(one for one in inside.subtree() if one.index > following.index)
    return Cause(cause, _without(effect, word, following, inside), word, effect)


def _object_after(following: Word) -> Word | None:
    return next((c for c in following.children if c.is_noun and c.index > following.index), None)


def _so(word: Word, sentence: Sequence[Word]) -> Cause | None:
    """The battery was flat, so the alarm never rang: two clauses, each with a subject."""
    if word.lower != "so" or word.index == sentence[0].index:
        return None
    before = next((one for one in sentence if one.index == word.index - 1), None)
    if before is None or before.text not in (",", ";", "\u2014"):
        return None
    verbs = [one for one in sentence if is_predicate(one) and one.first(*SUBJECTS) is not None]
    earlier = [one for one in verbs if one.index < word.index]
    later = [one for one in verbs if one.first(*SUBJECTS).index > word.index]  # type: ignore[union-attr]
    if not earlier or not later:
        return None
    effect = [one for one in sentence if one.index > word.index]
    cause = [one for one in sentence if one.index < word.index]
    return Cause(phrases.trimmed(cause), phrases.trimmed(effect), word, later[0])


def _effect(branch: Word) -> Word | None:
    """The nearest clause or name that the marker's branch hangs on."""
    for above in branch.ancestors():
        if above.is_verb or above.is_noun or above.pos == "ADJ":
            return _clause_of(above)
    return None


def _clause_of(word: Word) -> Word:
    """Was closed due to: an adjective's or a participle's clause is its verb's."""
    while word.pos in ("ADJ", "ADP") and not word.is_root:
        word = word.head
    if word.is_noun and word.dep in ("dobj", "attr", "nsubj", "nsubjpass") and word.head.is_verb:
        return word.head if word.dep in ("dobj", "attr") else word
    while word.dep == "xcomp" and word.head.is_verb:
        word = word.head
    return word


def _without(effect: Word, *branches: Word) -> Phrase:
    """The effect's clause without the cause and without the clauses it is coordinated with."""
    out = {one for branch in branches for one in branch.subtree()}
    for child in effect.children:
        if (child.dep == "conj" and is_predicate(child)) or _is_another_reason(child):
            out.update(child.subtree())
        elif child.dep == "cc" and any(is_predicate(one) for one in effect.having("conj")):
            out.add(child)
    kept = [one for one in effect.subtree() if one not in out]
    if effect.dep == "conj" and effect.first(*SUBJECTS) is None:
        subject = subject_of(effect)
        kept += phrases.together(subject).words if subject is not None else ()
    return phrases.trimmed(kept)


def _is_another_reason(child: Word) -> bool:
    return child.dep == "advcl" and any(m.lower == "because" for m in child.having("mark"))
