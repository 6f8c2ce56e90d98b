"""Puts right what grammar rules out: a verb with an article, a thing's name as a whole sentence.

Short sentences are where a small parser errs: in "the belt squeals" it sees squeals of a belt.
"""

from collections.abc import Sequence

from companion.builders import lexicon
from companion.builders.words import Word

_LEFT = frozenset({"det", "amod", "compound", "nmod", "poss", "nummod", "predet"})
_TELLING = lexicon.SPEECH | lexicon.BELIEF | lexicon.SEEMING
_SET_OFF = (",", "--", "(", *lexicon.QUOTES)
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})


def repair(sentence: Sequence[Word]) -> None:
    """Changes the words' roles in place."""
    for word in sentence:
        if _is_put_in(word):
            _put_above(word)
    root = next((word for word in sentence if word.is_root), None)
    if root is None:
        return
    named = next((word for word in sentence if _is_numbered(word)), None)
    if named is not None and _follows_as_verb(named, sentence, root):
        return
    if root.is_verb:
        _give_article_back(root)
    elif root.tag == "NNS" and not any(word.tag in _FINITE for word in _main(root)):
        _make_verb(root)


def _is_put_in(word: Word) -> bool:
    """The valve, the foreman said, was shut: who says or thinks it stands in the midst of it."""
    return (
        word.dep == "parataxis"
        and word.is_one_of(_TELLING)
        and word.first("nsubj") is not None
        and word.first("dobj", "ccomp", "xcomp", "prep") is None
        and word.head.is_verb
        and any(child.text in _SET_OFF for child in (*word.children, *word.head.children))
    )


def _put_above(teller: Word) -> None:
    told = teller.head
    told.children = [child for child in told.children if child is not teller]
    while told.dep in ("aux", "auxpass") and not told.is_root:
        told = told.head
    teller.dep = told.dep
    if told.is_root:
        teller.head = teller
    else:
        above = told.head
        above.children = [teller if child is told else child for child in above.children]
        teller.head = above
    told.head, told.dep = teller, "ccomp"
    teller.children = sorted([*teller.children, told], key=lambda one: one.index)


def _is_numbered(word: Word) -> bool:
    """Pump 7, joined to one word before it was parsed."""
    return " " in word.text and word.text[-1].isdigit()


def _follows_as_verb(name: Word, sentence: Sequence[Word], root: Word) -> bool:
    """Pump 7 leaks oil: what follows a numbered thing, with an s and with no verb about, is one."""
    verb = next((word for word in sentence if word.index == name.index + 1), None)
    if (
        verb is None
        or verb.tag not in ("NNS", "VBZ")
        or any(w.tag in _FINITE for w in sentence if w is not verb)
    ):
        return False
    if verb.is_verb and name.dep == "nsubj" and name.head is verb:
        return False
    _hang(name, verb, "nsubj")
    if root not in (verb, name):
        _hang(root, verb, "dobj" if root.index > verb.index else "dep")
    for child in [c for c in name.children if c.index > name.index]:
        _hang(child, verb, child.dep)
    verb.head.children = [c for c in verb.head.children if c is not verb]
    verb.head, verb.dep, verb.pos, verb.tag = verb, "ROOT", "VERB", "VBZ"
    return True


def _hang(word: Word, head: Word, role: str) -> None:
    if word.head is not word:
        word.head.children = [child for child in word.head.children if child is not word]
    head.children = sorted([*head.children, word], key=lambda one: one.index)
    word.head, word.dep = head, role


def _main(root: Word) -> list[Word]:
    """The root and what is not in a clause of its own."""
    found, waiting = [], [root]
    while waiting:
        word = waiting.pop()
        found.append(word)
        waiting += [c for c in word.children if c.dep not in ("advcl", "relcl", "acl", "ccomp")]
    return found


def _give_article_back(verb: Word) -> None:
    """The joint leaked: an article before a verb belongs to the name between them."""
    if verb.first("det") is not None and verb.first("nsubj", "nsubjpass") is None:
        _name_before(verb)


def _make_verb(noun: Word) -> None:
    """The belt squeals when it is cold: a plural after an article and a singular name."""
    article = noun.first("det") or next((p.first("det") for p in noun.having("poss")), None)
    before = [child for child in noun.children if child.dep in _LEFT and child is not article]
    if article is None or article.lower not in ("the", "a", "an", "this", "that", "each", "every"):
        return
    if not before or before[-1].index != noun.index - 1 or before[-1].tag not in ("NN", "NNP"):
        return
    if noun.first("cc", "conj") is not None:
        return
    noun.pos, noun.tag = "VERB", "VBZ"
    _name_before(noun)


def _name_before(verb: Word) -> None:
    left = [child for child in verb.children if child.dep in _LEFT and child.index < verb.index]
    if len(left) < 2 or left[-1].index != verb.index - 1:
        return
    name = left[-1]
    name.dep, name.pos = "nsubj", "NOUN"
    for child in left[:-1]:
        child.head = name
        verb.children.remove(child)
    name.children[:0] = left[:-1]
    if verb.tag == "VBN":
        verb.tag = "VBD"
