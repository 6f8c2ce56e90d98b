"""What names say without a clause: what a thing is, has or lies in, and what a bare note says."""

from collections.abc import Sequence
from dataclasses import replace

from companion.builders.arguments import Frame
from companion.builders.clauses import Clause
from companion.builders.governors import speaker_above
from companion.builders.keeping import Keeper
from companion.builders.nominal import Nominal
from companion.builders.notes import Note
from companion.builders.reading import PLAIN, How, Stance
from companion.builders.stance import stance_of
from companion.builders.words import Phrase, Word
from companion.metamodel import NodeType, Polarity, Provenance, Structural


def read_nominal(kept: Keeper, nominal: Nominal, *, conditional: bool) -> None:
    subject, target = kept.place.part(nominal.subject), kept.place.part(nominal.object)
    carrier = Phrase.of((*nominal.subject.words, *nominal.object.words))
    stance = _stance_above(nominal.carrier)
    if nominal.how is How.EXISTENTIAL:
        thing = Clause(nominal.carrier, (nominal.carrier,), nominal.subject.words[-1], nominal.how)
        said = Frame(Phrase((nominal.carrier,)), (), (), ())
        stance = stance_of(thing, said, None, conditional=conditional)
        if nominal.denied:
            stance = replace(stance, polarity=Polarity.NEGATIVE)
        there = nominal.carrier.having("expl")
        carrier = Phrase.of((*carrier.words, nominal.carrier, *there))
    kept.keep(
        subject,
        nominal.predicate,
        target,
        carrier,
        nominal.how,
        stance,
        speaker=speaker_above(nominal.carrier),
    )


def _stance_above(word: Word) -> Stance:
    """What is said of a name in passing is reported where all around it is."""
    return replace(PLAIN, provenance=Provenance.REPORTED) if speaker_above(word) else PLAIN


def read_note(kept: Keeper, note: Note, sentence: Sequence[Word]) -> None:
    target = kept.place.part(note.object, NodeType.PROPERTY)
    words = [*note.object.words]
    if note.subject is not None:
        subject, how = kept.place.part(note.subject), How.NOTE
        words += note.subject.words
    else:
        subject, how = kept.place.supplied_subject(target.start, target.end), How.NOTE
    predicate: str = Structural.IS if note.subject is not None else Structural.HAS
    if note.predicate is not None:
        predicate = kept.plain(note.predicate)
        words += note.predicate.words
    carrier = Phrase.of(words)
    if note.denied:
        first = min(word.index for word in words)
        carrier = Phrase.of([*words, *(w for w in sentence if w.index == first - 1)])
    stance = Stance(polarity=Polarity.NEGATIVE if note.denied else Polarity.POSITIVE)
    kept.keep(subject, predicate, target, carrier, how, stance)
