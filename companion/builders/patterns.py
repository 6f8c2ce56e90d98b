"""The reduced builder: what patterns read, in any language; all else is left alone, and said."""

import hashlib

from companion.builders import measures
from companion.builders.measures import Pair
from companion.builders.parts import Place
from companion.builders.reading import Found, How, LeftAlone, Reading, Stance
from companion.builders.segments import segments
from companion.builders.staging import stage_a, stage_b
from companion.meaning.builder import Source
from companion.meaning.language import is_english, is_said_english
from companion.meaning.source_text import SourceText
from companion.metamodel import (
    LimitationCode,
    NodeType,
    Provenance,
    StageA,
    StageB,
    Structural,
)

VERSION = "1"


class PatternsBuilder:
    """`reason`: why nothing better reads, said once in every construction."""

    name = "patterns"
    version = VERSION
    model = ""

    def __init__(self, reason: tuple[str, str] | None = None) -> None:
        self._reason = reason

    @property
    def fingerprint(self) -> str:
        written = f"{self.name}/{self.version}"
        return "sha256:" + hashlib.sha256(written.encode()).hexdigest()

    def discover(self, source: Source) -> StageA:
        text = SourceText(source.raw)
        return stage_a(source, text, self._found(source, text))

    def classify(self, source: Source, found: StageA) -> StageB:
        return stage_b(source, self._found(source, SourceText(source.raw)))

    def close(self) -> None:
        """Nothing is held."""

    def _found(self, source: Source, text: SourceText) -> Found:
        place = Place(text, source.subject_label)
        readings: list[Reading] = []
        left: list[LeftAlone] = []
        for start, end in segments(text.text):
            seen = read_pairs(place, *measures.pairs(text.text, start, end))
            readings += seen
            if not seen:
                left.append(self._left(source, text.text, start, end))
        return Found(tuple(readings), tuple(left))

    def _left(self, source: Source, text: str, start: int, end: int) -> LeftAlone:
        if not (is_said_english(source.language) and is_english(text[start:end])):
            return left_in_another_language(start, end)
        code, why = self._reason or (LimitationCode.BUILDER_REDUCED, _REDUCED)
        return LeftAlone(code, why, start, end)


_REDUCED = "Only labels and measurements are read without a parser."


def left_in_another_language(start: int, end: int) -> LeftAlone:
    return LeftAlone(
        LimitationCode.LANGUAGE_NOT_SUPPORTED,
        "Only labels and measurements are read in this language.",
        start,
        end,
    )


def read_pairs(place: Place, *pairs: Pair) -> list[Reading]:
    """Labels with their values, and names with their measurements, as `has_value`."""
    return [_reading(place, pair) for pair in pairs]


def _reading(place: Place, pair: Pair) -> Reading:
    label = place.slice(*pair.label, NodeType.PROPERTY)
    value = place.slice(*pair.value, NodeType.VALUE)
    quantity = measures.quantity_in(value.label)
    measured = quantity is not None or not pair.is_labelled
    start, end = place.uncut(pair.label[0], (pair.rest or pair.value)[1])
    return Reading(
        label,
        Structural.HAS_VALUE,
        value,
        start,
        end,
        How.LABEL,
        Stance(provenance=Provenance.MEASURED if measured else Provenance.OBSERVED),
        quantity,
        (place.plain(*pair.rest),) if pair.rest else (),
    )
