"""Finds who did what: every predicate of a sentence, with its own subject or one it inherits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.builders import lexicon
from companion.builders.reading import How
from companion.builders.words import Word

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass")
AUXILIARIES = ("aux", "auxpass")
OBJECTS = ("dobj", "dative", "oprd")
_NO_PREDICATE = frozenset(
    {
        *AUXILIARIES,
        "amod",
        "compound",
        "nmod",
        "case",
        "prep",
        "mark",
        "prt",
        "nsubj",
        "dobj",
        "pobj",
    }
)
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Clause:
    """`chain`: the verb, infinitives it takes in. `gap`: what a relative pronoun stands for."""

    verb: Word
    chain: tuple[Word, ...]
    subject: Word
    how: How
    gap: Word | None = None

    @property
    def last(self) -> Word:
        return self.chain[-1]

    def children(self) -> Iterator[Word]:
        return (child for verb in self.chain for child in verb.children if child not in self.chain)


def clauses(words: Sequence[Word]) -> Iterator[Clause]:
    """In the order of their verbs; a predicate without any subject is none."""
    for word in words:
        if not is_predicate(word) or is_merged(word) or _is_open_infinitive(word):
            continue
        subject, how, gap = _subject(word)
        if subject is not None and subject.tag not in ("EX",):
            yield Clause(word, tuple(_chain(word)), subject, how, gap)


def is_predicate(word: Word) -> bool:
    return word.is_verb and word.dep not in _NO_PREDICATE


def is_merged(word: Word) -> bool:
    """An infinitive or participle that its governor takes in: wants to buy, kept running."""
    governor = word.head
    return (
        word.dep == "xcomp"
        and word.is_verb
        and governor.is_verb
        and own_subject(word) is None
        and not any(one.index < word.index for one in governor.having(*OBJECTS, "attr"))
    )


def is_infinitive(word: Word) -> bool:
    return word.tag == "VB" and any(child.lower == "to" for child in word.having("aux"))


def _is_open_infinitive(word: Word) -> bool:
    """The right to vote; without eating, before starting: nobody said that it happened."""
    if word.dep in ("acl", "relcl"):
        return is_infinitive(word)
    return word.dep == "pcomp" and word.head.lower not in lexicon.FACTUAL_PREPOSITIONS


def is_contrasted(word: Word) -> bool:
    """Not dry but damp: what a but joins stands without the denial before it."""
    joins = (c for c in word.head.children if c.dep == "cc" and c.index < word.index)
    last = max(joins, key=lambda one: one.index, default=None)
    return word.dep == "conj" and last is not None and last.lower == "but"


def subject_of(verb: Word) -> Word | None:
    """Its own or the one it inherits."""
    return _subject(verb)[0]


def _chain(verb: Word) -> Iterator[Word]:
    link: Word | None = verb
    while link is not None:
        yield link
        link = next((one for one in link.children if is_predicate(one) and is_merged(one)), None)


def _subject(verb: Word, depth: int = 0) -> tuple[Word | None, How, Word | None]:
    """The subject, how the clause came by it, and what fills a relative gap."""
    own = own_subject(verb)
    if verb.dep == "relcl":
        return _of_relative(verb, own)
    if own is not None:
        return own, _how_of_own(verb), None
    if verb.is_root or depth > _DEEPEST or verb.first("expl") is not None:
        return None, How.MAIN, None
    if verb.dep == "acl":
        return verb.head, How.REDUCED, None
    return _inherited(verb, depth)


def own_subject(verb: Word) -> Word | None:
    """Its own, perhaps hung on its auxiliary."""
    carriers = (verb, *verb.having(*AUXILIARIES))
    return next((found for one in carriers if (found := one.first(*SUBJECTS)) is not None), None)


def is_apart(verb: Word) -> bool:
    """The old one fits, the new one fails: no speech or thought holds the first as content."""
    governor = verb.head
    if verb.dep != "ccomp" or verb.index > governor.index or own_subject(governor) is None:
        return False
    if governor.is_one_of(lexicon.EMBEDDING):
        return False
    between = (w for w in governor.children if verb.index < w.index < governor.index)
    return not any(word.text in lexicon.QUOTES for word in (*between, *verb.children))


def _how_of_own(verb: Word) -> How:
    if is_apart(verb):
        return How.COORDINATED
    if verb.dep == "ccomp":
        return How.COMPLEMENT
    return How.COORDINATED if verb.dep == "conj" else How.MAIN


def _inherited(verb: Word, depth: int) -> tuple[Word | None, How, Word | None]:
    governor = verb.head.head if verb.dep == "pcomp" else verb.head
    if not is_predicate(governor) or _is_quoted_command(verb):
        return None, How.INHERITED, None
    subject, how, gap = _subject(governor, depth + 1)
    if verb.dep == "conj":
        kept = how if how in (How.RELATIVE, How.REDUCED) else How.INHERITED
        return subject, kept, gap
    if verb.dep == "xcomp":
        controller = next(
            (o for o in governor.having("dobj", "dative") if o.index < verb.index), None
        )
        return controller or subject, How.CONTROL, None
    if verb.dep in ("advcl", "ccomp", "parataxis", "pcomp"):
        return subject, How.PARTICIPLE, None
    return None, How.INHERITED, None


def _named_so(name: Word, pronoun: Word | None) -> Word | None:
    """He is an engineer who repairs lifts: he repairs them. Only of who somebody is, for sure."""
    verb = name.head
    if name.dep != "attr" or pronoun is None or pronoun.lower != "who":
        return None
    if verb.lower not in lexicon.BE or verb.having("neg", "aux", "expl"):
        return None
    own = own_subject(verb)
    is_somebody = own is not None and (own.tag == "NNP" or own.lower in ("he", "she", "i"))
    return own if is_somebody else None


def _is_quoted_command(verb: Word) -> bool:
    """ "Close the valve", the foreman said: nobody says that he closed it."""
    return verb.dep == "ccomp" and verb.tag in ("VB", "VBP") and not verb.having(*AUXILIARIES)


def _of_relative(verb: Word, own: Word | None) -> tuple[Word | None, How, Word | None]:
    antecedent = verb.head
    if own is None or own.tag in lexicon.RELATIVE_TAGS or own.lower == "that":
        return _named_so(antecedent, own) or antecedent, How.RELATIVE, None
    adverb = any(child.tag == "WRB" for child in verb.children)
    return own, How.RELATIVE, None if adverb else antecedent
