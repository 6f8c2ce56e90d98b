"""Reads one parsed sentence: its clauses, what nouns say, stated causes, or a bare note."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.builders import lexicon, measures, phrases
from companion.builders.arguments import Frame, frame, subject_phrase
from companion.builders.causes import causes
from companion.builders.clauses import Clause, clauses, is_contrasted, is_predicate, own_subject
from companion.builders.mood import Asserted, Mood, asserted
from companion.builders.nominal import Nominal, nominals
from companion.builders.notes import Note, notes
from companion.builders.openings import Opening
from companion.builders.parts import Place
from companion.builders.reading import PLAIN, How, LeftAlone, Part, Reading, Stance
from companion.builders.repair import repair
from companion.builders.stance import is_denied, speaker_above, stance_of
from companion.builders.unasserted import is_only_spoken_of
from companion.builders.words import Phrase, Word
from companion.metamodel import LimitationCode, Modality, NodeType, Polarity, Provenance, Structural

MOST_WORDS = 400


@dataclass(slots=True)
class SentenceReader:
    place: Place
    sentence: Sequence[Word]
    readings: list[Reading] = field(default_factory=list)
    left_alone: list[LeftAlone] = field(default_factory=list)
    _said: Asserted = field(default_factory=Asserted)

    def read(self) -> None:
        if len(self.sentence) > MOST_WORDS:
            self._leave(LimitationCode.NOT_UNDERSTOOD, "A sentence too long to be read.")
            return
        self._said = asserted(self.sentence, self.place.text)
        if self._said.mood is not Mood.STATEMENT:
            self._leave(self._said.mood.value, _NOT_ASSERTED[self._said.mood])
            return
        self._leave_silent()
        self._read_clauses()
        self._read_nominals()
        self._read_causes()
        if not self.readings and not self._said.silent:
            self._read_notes()
        if not self.readings and not self.left_alone:
            self._leave(LimitationCode.NOT_UNDERSTOOD, "No statement was found in this sentence.")

    def _leave(self, code: str, detail: str, words: Sequence[Word] = ()) -> None:
        phrase = Phrase.of(words or self.sentence)
        start, end = self.place.uncut(phrase.start, phrase.end)
        self.left_alone.append(LeftAlone(code, detail, start, end))

    def _leave_silent(self) -> None:
        for head in self._said.silent:
            condition = head.head not in self._said.unknown and head.text != "?"
            code = LimitationCode.CONDITION if condition else LimitationCode.QUESTION
            self._leave(code, _SILENT[code], phrases.whole(head).words)

    def _read_clauses(self) -> None:
        for clause in clauses(self.sentence):
            if self._is_asserted(clause.verb) and not _is_frame(clause):
                self._read_clause(clause)

    def _is_asserted(self, verb: Word) -> bool:
        if self._said.is_silent(verb) or verb in self._said.unknown:
            return False
        return not is_denied(verb) and not is_only_spoken_of(verb)

    def _read_clause(self, clause: Clause) -> None:
        said = frame(clause)
        if not said.objects and _says_nothing(clause, said):
            return
        subject = self.place.part(subject_phrase(clause))
        if not said.objects:
            self._add(clause, said, subject, None, None)
        for head, phrase in zip(said.heads, said.objects, strict=True):
            self._add(clause, said, subject, head, phrase)

    def _add(
        self, clause: Clause, said: Frame, subject: Part, head: Word | None, named: Phrase | None
    ) -> None:
        predicate = _written(_for_object(said, head), self.place.text)
        conditional = self._said.is_conditional(clause.verb)
        stance = stance_of(clause, said, head, conditional=conditional)
        if head is None or named is None:
            target = self.place.part(said.predicate, NodeType.PROPERTY)
            predicate = Structural.STATE
        else:
            target = self.place.part(named, _type_of(head))
        words = [*said.predicate.words, *(named.words if named else ())]
        words += [word for phrase in said.qualifiers for word in phrase.words]
        if clause.how not in _FAR:
            words += subject_phrase(clause).words
        self._keep(
            subject,
            predicate,
            target,
            Phrase.of(words),
            clause.how,
            stance,
            tuple(self._plain(self.place.held(phrase)) for phrase in said.qualifiers),
            clause.last,
            speaker_above(clause.verb),
        )

    def _keep(
        self,
        subject: Part,
        predicate: str,
        target: Part,
        carrier: Phrase,
        how: How,
        stance: Stance,
        qualifiers: tuple[str, ...] = (),
        verb: Word | None = None,
        speaker: Word | None = None,
    ) -> None:
        start, end = self.place.uncut(carrier.start, carrier.end)
        told = " ".join((predicate, target.label, *qualifiers))
        quantity = measures.quantity_in(target.label) or measures.quantity_in(told)
        measuring = (
            verb is not None and verb.is_one_of(lexicon.MEASURING) and _has_digit(target.label)
        )
        if stance.provenance is Provenance.OBSERVED and (quantity is not None or measuring):
            stance = replace(stance, provenance=Provenance.MEASURED)
        if stance.provenance is Provenance.REPORTED and speaker is not None:
            stance = replace(stance, attribution=self._plain(phrases.together(speaker)))
        reading = Reading(subject, predicate, target, start, end, how, stance, quantity, qualifiers)
        self.readings.append(reading)

    def _plain(self, phrase: Phrase) -> str:
        return phrase.label(self.place.text)

    def _read_nominals(self) -> None:
        for nominal in nominals(self.sentence, self.place.subject_label):
            if self._is_asserted(nominal.carrier):
                self._add_nominal(nominal)

    def _add_nominal(self, nominal: Nominal) -> None:
        subject, target = self.place.part(nominal.subject), self.place.part(nominal.object)
        carrier = Phrase.of((*nominal.subject.words, *nominal.object.words))
        stance = self._stance_above(nominal.carrier)
        if nominal.how is How.EXISTENTIAL:
            thing = Clause(
                nominal.carrier, (nominal.carrier,), nominal.subject.words[-1], nominal.how
            )
            said = Frame(Phrase((nominal.carrier,)), (), (), ())
            conditional = self._said.is_conditional(nominal.carrier)
            stance = stance_of(thing, said, None, conditional=conditional)
            if nominal.denied:
                stance = replace(stance, polarity=Polarity.NEGATIVE)
            there = nominal.carrier.having("expl")
            carrier = Phrase.of((*carrier.words, nominal.carrier, *there))
        self._keep(
            subject,
            nominal.predicate,
            target,
            carrier,
            nominal.how,
            stance,
            speaker=speaker_above(nominal.carrier),
        )

    def _stance_above(self, word: Word) -> Stance:
        """What is said of a name in passing is reported where all around it is."""
        return replace(PLAIN, provenance=Provenance.REPORTED) if speaker_above(word) else PLAIN

    def _read_causes(self) -> None:
        for cause in causes(self.sentence):
            if not self._is_asserted(cause.carrier) or cause.cause.words == cause.effect.words:
                continue
            first = self.place.part(cause.cause, NodeType.ASSERTION)
            second = self.place.part(cause.effect, NodeType.ASSERTION)
            carrier = Phrase.of((*cause.cause.words, *cause.effect.words, cause.marker))
            speaker = speaker_above(cause.carrier)
            stance = Stance(
                modality=self._modality_of(cause.carrier),
                provenance=Provenance.REPORTED if speaker else Provenance.SPEAKER_INFERENCE,
            )
            self._keep(
                first,
                Structural.STATED_CAUSE_OF,
                second,
                carrier,
                How.CAUSE,
                stance,
                speaker=speaker,
            )

    def _modality_of(self, carrier: Word) -> Modality:
        for clause in clauses(self.sentence):
            if clause.verb is carrier or carrier in clause.chain:
                conditional = self._said.is_conditional(clause.verb)
                return stance_of(clause, frame(clause), None, conditional=conditional).modality
        return Modality.ASSERTED

    def _read_notes(self) -> None:
        for note in notes(self.sentence):
            self._add_note(note)

    def _add_note(self, note: Note) -> None:
        target = self.place.part(note.object, NodeType.PROPERTY)
        words = [*note.object.words]
        if note.subject is not None:
            subject, how = self.place.part(note.subject), How.NOTE
            words += note.subject.words
        else:
            subject, how = self.place.supplied_subject(target.start, target.end), How.NOTE
        predicate: str = Structural.IS if note.subject is not None else Structural.HAS
        if note.predicate is not None:
            predicate = self._plain(note.predicate)
            words += note.predicate.words
        carrier = Phrase.of(words)
        if note.denied:
            first = min(word.index for word in words)
            carrier = Phrase.of([*words, *(w for w in self.sentence if w.index == first - 1)])
        stance = Stance(polarity=Polarity.NEGATIVE if note.denied else Polarity.POSITIVE)
        self._keep(subject, predicate, target, carrier, how, stance)


_NO_VERBS = frozenset({"left", "="})  # front left; a sign
_FAR = frozenset({How.INHERITED, How.PARTICIPLE, How.CONTROL})
_CLOCK = re.compile(r"\b\d{1,2}:\d{2}\b")
_NOT_ASSERTED = {
    Mood.QUESTION: "A question asserts nothing.",
    Mood.COMMAND: "A command asserts nothing.",
}
_SILENT = {
    LimitationCode.CONDITION: "A condition asserts nothing.",
    LimitationCode.QUESTION: "What is only asked or not known is not asserted.",
}


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


def _is_frame(clause: Clause) -> bool:
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


def _has_digit(text: str) -> bool:
    return any(char.isdigit() for char in _CLOCK.sub("", text))


def read_sentence(
    place: Place, sentence: Sequence[Word], opening: Opening
) -> tuple[list[Reading], list[LeftAlone]]:
    repair(sentence)
    reader = SentenceReader(place, sentence)
    reader.read()
    return [_meant(one, opening, place) for one in reader.readings], reader.left_alone


def _meant(reading: Reading, opening: Opening, place: Place) -> Reading:
    """As the words around the whole sentence say."""
    stance, how = reading.stance, reading.how
    if opening.modality is not None and stance.modality is Modality.ASSERTED:
        stance = replace(stance, modality=opening.modality)
    if opening.provenance is not None:
        stance = replace(stance, provenance=opening.provenance)
    if opening.reported_by is not None:
        stance = replace(stance, attribution=opening.reported_by)
    return replace(reading, stance=stance, how=How.SUPPLIED if opening.doubted else how)


def has_statement(sentences: Sequence[Sequence[Word]], start: int, end: int) -> bool:
    """Whether between these offsets a verb stands with a subject of its own."""
    return any(
        is_predicate(word)
        and word.lower not in _NO_VERBS
        and start <= word.start < end
        and (subject := own_subject(word)) is not None
        and start <= subject.start < end
        for sentence in sentences
        for word in sentence
    )
