"""What a clause says: one reading for each of its objects, or one of the verb alone."""

from companion.builders import lexicon
from companion.builders.arguments import Frame, frame, subject_phrase
from companion.builders.clauses import Clause, is_contrasted, is_predicate
from companion.builders.governors import speaker_above
from companion.builders.keeping import Keeper
from companion.builders.reading import How, Part
from companion.builders.stance import stance_of
from companion.builders.words import Phrase, Word
from companion.metamodel import NodeType, Structural

_FAR = frozenset({How.INHERITED, How.PARTICIPLE, How.CONTROL})


def is_frame(clause: Clause) -> bool:
    """I think, it seems, we heard: they only say how what follows is meant."""
    if clause.verb.is_one_of(lexicon.ASKING) and clause.last.first("dobj") is None:
        return True
    if clause.subject.lower in lexicon.ASKING_WORDS or clause.verb.dep in ("csubj", "csubjpass"):
        return True
    content = clause.last.first("ccomp") is not None
    if clause.subject.lower == "it":
        like = any(c.dep == "advcl" for c in clause.verb.children)
        return clause.verb.is_one_of(lexicon.SEEMING) and (content or like)
    own = clause.subject.lower in lexicon.SPEAKERS
    unsure = any(c.lower in lexicon.UNCERTAIN for c in clause.verb.having("acomp"))
    return own and ((content and clause.verb.is_one_of(lexicon.BELIEF | lexicon.HEARSAY)) or unsure)


def read_clause(kept: Keeper, clause: Clause, *, conditional: bool) -> None:
    said = frame(clause)
    if not said.objects and _says_nothing(clause, said):
        return
    subject = kept.place.part(subject_phrase(clause))
    if not said.objects:
        _add(kept, clause, conditional, said, subject, None, None)
    for head, phrase in zip(said.heads, said.objects, strict=True):
        _add(kept, clause, conditional, said, subject, head, phrase)


def _add(
    kept: Keeper,
    clause: Clause,
    conditional: bool,
    said: Frame,
    subject: Part,
    head: Word | None,
    named: Phrase | None,
) -> None:
    predicate = _written(_for_object(said, head), kept.place.text)
    stance = stance_of(clause, said, head, conditional=conditional)
    if head is None or named is None:
        target = kept.place.part(said.predicate, NodeType.PROPERTY)
        predicate = Structural.STATE
    else:
        target = kept.place.part(named, _type_of(head))
    words = [*said.predicate.words, *(named.words if named else ())]
    words += [word for phrase in said.qualifiers for word in phrase.words]
    if clause.how not in _FAR:
        words += subject_phrase(clause).words
    kept.keep(
        subject,
        predicate,
        target,
        Phrase.of(words),
        clause.how,
        stance,
        tuple(kept.plain(kept.place.held(phrase)) for phrase in said.qualifiers),
        clause.last,
        speaker_above(clause.verb),
    )


def _for_object(said: Frame, head: Word | None) -> Phrase:
    """Is not dry but damp: of damp it says is."""
    if head is None or not is_contrasted(head):
        return said.predicate
    words = tuple(word for word in said.predicate.words if word.dep != "neg")
    return Phrase(words) if words else said.predicate


def _written(predicate: Phrase, text: str) -> str:
    """What hangs on another word is no word of its own: of I'll call remains call."""
    words = tuple(word for word in predicate.words if word.lower not in lexicon.CLITICS)
    return Phrase(words).label(text) if words else Structural.IS


def _says_nothing(clause: Clause, said: Frame) -> bool:
    """A bare "is": what it is has been left out."""
    return clause.last.lower in lexicon.BE and not said.qualifiers


def _type_of(head: Word) -> NodeType:
    if is_predicate(head) and head.dep in ("ccomp", "xcomp", "pcomp"):
        return NodeType.ASSERTION
    if head.pos == "ADJ":
        return NodeType.PROPERTY
    if head.pos == "NUM" or any(child.dep == "nummod" for child in head.children):
        return NodeType.VALUE
    return NodeType.CONCEPT
