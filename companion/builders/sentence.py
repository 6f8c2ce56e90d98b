"""Reads one parsed sentence: its clauses, what nouns say, stated causes, or a bare note."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.builders import phrases
from companion.builders.arguments import frame
from companion.builders.causes import causes
from companion.builders.clause_facts import is_frame, read_clause
from companion.builders.clauses import clauses, is_predicate, own_subject
from companion.builders.governors import is_denied, speaker_above
from companion.builders.keeping import Keeper
from companion.builders.mood import Asserted, Mood, asserted
from companion.builders.name_facts import read_nominal, read_note
from companion.builders.nominal import nominals
from companion.builders.notes import notes
from companion.builders.openings import Opening
from companion.builders.parts import Place
from companion.builders.reading import How, LeftAlone, Reading, Stance
from companion.builders.repair import repair
from companion.builders.stance import stance_of
from companion.builders.unasserted import is_only_spoken_of
from companion.builders.words import Phrase, Word
from companion.metamodel import LimitationCode, Modality, NodeType, Provenance, Structural

_NO_VERBS = frozenset({"left", "="})  # front left; a sign
_NOT_ASSERTED = {
    Mood.QUESTION: "A question asserts nothing.",
    Mood.COMMAND: "A command asserts nothing.",
}
_SILENT = {
    LimitationCode.CONDITION: "A condition asserts nothing.",
    LimitationCode.QUESTION: "What is only asked or not known is not asserted.",
}


def read_sentence(
    place: Place, sentence: Sequence[Word], opening: Opening
) -> tuple[list[Reading], list[LeftAlone]]:
    repair(sentence)
    reader = SentenceReader(place, sentence)
    reader.read()
    return [_meant(one, opening, place) for one in reader.readings], reader.left_alone


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


@dataclass(slots=True)
class SentenceReader:
    place: Place
    sentence: Sequence[Word]
    kept: Keeper = field(init=False)
    left_alone: list[LeftAlone] = field(default_factory=list)
    _said: Asserted = field(default_factory=Asserted)

    def __post_init__(self) -> None:
        self.kept = Keeper(self.place)

    @property
    def readings(self) -> list[Reading]:
        return self.kept.readings

    def read(self) -> None:
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
            if self._is_asserted(clause.verb) and not is_frame(clause):
                read_clause(self.kept, clause, conditional=self._is_conditional(clause.verb))

    def _is_asserted(self, verb: Word) -> bool:
        if self._said.is_silent(verb) or verb in self._said.unknown:
            return False
        return not is_denied(verb) and not is_only_spoken_of(verb)

    def _is_conditional(self, verb: Word) -> bool:
        return self._said.is_conditional(verb)

    def _read_nominals(self) -> None:
        for nominal in nominals(self.sentence, self.place.subject_label):
            if self._is_asserted(nominal.carrier):
                conditional = self._is_conditional(nominal.carrier)
                read_nominal(self.kept, nominal, conditional=conditional)

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
            self.kept.keep(
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
                conditional = self._is_conditional(clause.verb)
                return stance_of(clause, frame(clause), None, conditional=conditional).modality
        return Modality.ASSERTED

    def _read_notes(self) -> None:
        for note in notes(self.sentence):
            read_note(self.kept, note, self.sentence)


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
