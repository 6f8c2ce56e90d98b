"""The words that deny: of a verb, of a name, of one object among several."""

from collections.abc import Iterator

from companion.builders import lexicon
from companion.builders.arguments import Frame
from companion.builders.clauses import (
    Clause,
    is_contrasted,
    is_predicate,
)
from companion.builders.words import Word


def negations(clause: Clause, said: Frame, head: Word | None) -> list[Word]:
    """The words that deny it for this object, in order; those of subject and object among them."""
    if head is not None and is_contrasted(head):
        return [one for one in _of_noun(head) if not _is_not_only(one)]
    found = [one for verb in clause.chain for one in denials_of(verb)]
    found += [word for word in said.predicate.words if word.dep == "neg"]
    found += _of_noun(clause.subject)
    if head is not None and not is_predicate(said.heads[0]):
        found += _of_noun(said.heads[0])
        if head is not said.heads[0]:
            found += (one for one in _of_noun(head) if one.lower == "not")
    counted = {word for word in found if not _is_not_only(word)}
    return sorted(counted, key=lambda word: word.index)


def _is_not_only(word: Word) -> bool:
    """Not only empty but cracked: both hold."""
    around = (*word.children, *word.head.children, word.head)
    return word.lower == "not" and any(
        one.lower == "only" and one.index == word.index + 1
        for one in (*around, *(below for one in around for below in one.children))
    )


def denials_of(verb: Word) -> Iterator[Word]:
    for child in verb.children:
        if (
            child.dep == "neg"
            or child.lower in lexicon.NEVER
            or child.lower in ("n't", "not")
            or (child.dep == "preconj" and child.lower == "neither")
            or (child.lower == "longer" and any(c.lower == "no" for c in child.children))
        ):
            yield child


def _of_noun(noun: Word) -> Iterator[Word]:
    if noun.lower in lexicon.NEGATIVE_PRONOUNS:
        yield noun
    for child in (*noun.children, *(below for c in noun.children for below in c.children)):
        if child.index > noun.index or child.dep in ("relcl", "acl"):
            continue
        if (
            child.lower in lexicon.NEGATIVE_DETERMINERS and not _is_no_denial(child)
        ) or child.lower == "not":
            yield child


def _is_no_denial(word: Word) -> bool:
    """No longer is counted with its verb; No. 7 is a number."""
    following = next((w for w in word.head.children if w.index == word.index + 1), word.head)
    return word.head.lower == "longer" or following.tag == "CD" or following.text == "."
