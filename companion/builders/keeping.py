"""What was read becomes a reading: the slice that carries it, its quantity, how it is known."""

import re
from dataclasses import dataclass, field, replace

from companion.builders import lexicon, measures, phrases
from companion.builders.parts import Place
from companion.builders.reading import How, Part, Reading, Stance
from companion.builders.words import Phrase, Word
from companion.metamodel import Provenance

_CLOCK = re.compile(r"\b\d{1,2}:\d{2}\b")


@dataclass(slots=True)
class Keeper:
    """The readings of one sentence, in the order they were found."""

    place: Place
    readings: list[Reading] = field(default_factory=list)

    def keep(
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
            stance = replace(stance, attribution=self.plain(phrases.together(speaker)))
        reading = Reading(subject, predicate, target, start, end, how, stance, quantity, qualifiers)
        self.readings.append(reading)

    def plain(self, phrase: Phrase) -> str:
        return phrase.label(self.place.text)


def _has_digit(text: str) -> bool:
    return any(char.isdigit() for char in _CLOCK.sub("", text))
