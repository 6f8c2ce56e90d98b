"""What a clause says of its subject: the predicate's words, its objects, further phrases."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.builders import phrases
from companion.builders.clauses import (
    AUXILIARIES,
    Clause,
    is_apart,
    is_contrasted,
    is_merged,
    own_subject,
    subject_of,
)
from companion.builders.reading import How
from companion.builders.words import Phrase, Word

_FURTHER = ("prep", "agent", "npadvmod", "advmod", "dative", "acomp", "dobj", "attr")


@dataclass(frozen=True, slots=True)
class Frame:
    """`heads`: the words that `objects` are named after. No objects: the verb stands alone."""

    predicate: Phrase
    heads: tuple[Word, ...]
    objects: tuple[Phrase, ...]
    further: tuple[Word, ...]

    @property
    def qualifiers(self) -> tuple[Phrase, ...]:
        return tuple(phrases.without_asides(word) for word in self.further)


def frame(clause: Clause) -> Frame:
    words = list(_predicate(clause))
    core = _core(clause)
    further = [one for one in clause.children() if one is not core and _is_further(one, words)]
    if core is not None and core.dep == "dobj":
        further += (one for one in clause.last.having("ccomp") if not is_apart(one))
    if core is not None and core.dep == "acomp":
        return _of_adjective(core, words, further)
    if core is not None and (core.dep in ("ccomp", "xcomp")):
        marks = [one for one in core.having("mark") if one.lower == "that"]
        told = phrases.trimmed(one for one in core.subtree() if one not in marks)
        return _made([*words, *marks], [core], [told], further)
    if core is not None:
        return _of_names(core, words, further)
    if clause.gap is not None and not _has_bare_preposition(clause):
        gap = clause.gap
        return _made(words, [gap], [phrases.name(gap, without=clause.verb)], further)
    return _of_preposition(clause, words, further)


def subject_phrase(clause: Clause) -> Phrase:
    return phrases.together(clause.subject, without=clause.verb)


def _predicate(clause: Clause) -> Iterator[Word]:
    for verb in clause.chain:
        yield verb
        for child in verb.children:
            if (
                child.dep in (*AUXILIARIES, "neg", "prt")
                or _is_inner_adverb(child, verb)
                or (child.dep == "prep" and not child.children and child.index == verb.index + 1)
            ):
                yield child
    if clause.how is How.INHERITED or clause.verb.dep == "conj":
        yield from _shared_auxiliaries(clause.verb)


def _is_inner_adverb(child: Word, verb: Word) -> bool:
    """Between auxiliary and verb, or right before the verb: was originally built, never rang."""
    if child.dep != "advmod" or child.children or child.index > verb.index or child.tag == "WRB":
        return False
    after_auxiliary = any(aux.index < child.index for aux in verb.having(*AUXILIARIES))
    return after_auxiliary or (child.index == verb.index - 1 and child.tag == "RB")


def _shared_auxiliaries(verb: Word) -> Iterator[Word]:
    """Was taken off, cleaned: the second participle has the first one's auxiliary."""
    first = verb.head
    while first.dep == "conj" and not first.having(*AUXILIARIES):
        first = first.head
    if verb.tag == first.tag and verb.tag in ("VB", "VBN", "VBG") and not verb.having(*AUXILIARIES):
        yield from first.having(*AUXILIARIES, *(() if is_contrasted(verb) else ("neg",)))


def _core(clause: Clause) -> Word | None:
    for child in clause.children():
        if child.dep in ("dobj", "attr", "oprd") and child.tag not in ("WDT", "WP"):
            return child
    for child in clause.last.having("acomp"):
        return child
    for child in clause.last.having("ccomp", "xcomp"):
        if is_apart(child):
            continue
        if child.dep == "ccomp" or not child.is_verb or not is_merged(child):
            return child
    return None


def _is_further(child: Word, predicate: list[Word]) -> bool:
    if child in predicate or child.tag in ("WRB", "WDT", "WP"):
        return False
    return child.dep in _FURTHER


def _of_names(core: Word, words: list[Word], further: list[Word]) -> Frame:
    if phrases.is_either(core) and not any(word.dep == "neg" for word in words):
        return _made(words, [core], [phrases.together(core)], further)
    heads = phrases.members(core)
    named = [phrases.name(head, without=_told_apart(head)) for head in heads]
    return _made(words, heads, named, further)


def _told_apart(name: Word) -> Word | None:
    """The clause after who somebody is that is read as theirs."""
    found = (c for c in name.having("relcl") if subject_of(c) is not name)
    return next((c for c in found if subject_of(c) is own_subject(name.head)), None)


def _of_adjective(core: Word, words: list[Word], further: list[Word]) -> Frame:
    """Is full of silt: the object is silt. Dry and cracked: two objects."""
    preposition = core.first("prep")
    inner = preposition.first("pobj") if preposition is not None else None
    if preposition is None or inner is None or core.having("conj"):
        return _of_names(core, words, further)
    below = set(preposition.subtree())
    words = [*words, *(one for one in core.subtree() if one not in below), preposition]
    return _of_names(inner, words, further)


def _of_preposition(clause: Clause, words: list[Word], further: list[Word]) -> Frame:
    """Sits on the shelf: the first phrase after the verb lends its preposition to the predicate."""
    for one in further:
        inner, joined = _inside(one)
        if inner is None or one.index < clause.last.index:
            continue
        joined += _adverbs_between(clause.last, one, further)
        rest = [other for other in further if other is not one and other not in joined]
        if inner.dep == "pobj":
            return _of_names(inner, [*words, *joined], rest)
        return _made([*words, *joined], [inner], [phrases.whole(inner)], rest)
    return _of_circumstance(words, further)


def _adverbs_between(verb: Word, preposition: Word, further: list[Word]) -> Iterator[Word]:
    """Relies heavily on it: the adverb is the predicate's."""
    for one in further:
        if verb.index < one.index < preposition.index and one.dep == "advmod" and not one.children:
            yield one


def _inside(one: Word) -> tuple[Word | None, list[Word]]:
    """What a preposition is about, and the words on the way: out of, just before."""
    if one.dep not in ("prep", "agent"):
        return None, []
    way = [
        one,
        *(child for child in one.children if child.index < one.index and not child.children),
    ]
    inner = one.first("pobj", "pcomp")
    second = one.first("prep")
    if inner is not None and inner.dep == "pcomp" and inner.pos in ("ADP", "SCONJ"):
        way.append(inner)
        inner = inner.first("pobj")
    if inner is None and second is not None:
        inner = second.first("pobj")
        way.append(second)
    return inner, way


def _of_circumstance(words: list[Word], further: list[Word]) -> Frame:
    """In 1991 he stopped: when it was is all that is said of it. A bare adverb joins the verb."""
    for one in further:
        if one.dep in ("prep", "npadvmod") or one.children:
            rest = [other for other in further if other is not one]
            return _made(words, [one], [phrases.whole(one)], rest)
    adverbs = [one for one in further if one.dep == "advmod"]
    return _made([*words, *adverbs], [], [], [one for one in further if one not in adverbs])


def _has_bare_preposition(clause: Clause) -> bool:
    """The shelf it stands on: the gap belongs to the preposition."""
    bare = (c for c in clause.children() if c.dep == "prep" and not c.having("pobj", "pcomp"))
    return any(one.index > clause.last.index for one in bare)


def _made(
    words: list[Word], heads: list[Word], objects: list[Phrase], further: list[Word]
) -> Frame:
    ordered = tuple(sorted(further, key=lambda word: word.index))
    return Frame(Phrase.of(words), tuple(heads), tuple(objects), ordered)
