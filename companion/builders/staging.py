"""From readings to the two stages of a construction."""

from collections.abc import Iterable, Iterator

from companion.builders.reading import Found, LeftAlone, Part, Reading, status_of
from companion.meaning.builder import Source
from companion.meaning.source_text import SourceText
from companion.metamodel import (
    Candidate,
    Classification,
    Limitation,
    LimitationCode,
    Node,
    Quote,
    StageA,
    StageB,
)
from memory import limits

MOST_LIMITATIONS = 200
_EDGES = " \t\n.,;:!?\"'"


def stage_a(source: Source, text: SourceText, found: Found) -> StageA:
    """Equal parts share a node. What the limits do not hold is left out, and that is said."""
    kept = _distinct(found.readings)
    nodes = _Nodes(text)
    candidates = tuple(
        Candidate(
            id=f"c{number}",
            from_node=nodes.of(reading.subject),
            predicate=reading.predicate,
            to_node=nodes.of(reading.object),
            quote=text.quote(reading.start, reading.end),
            provenance=reading.stance.provenance,
            polarity=reading.stance.polarity,
            modality=reading.stance.modality,
            attribution=reading.stance.attribution,
            quantity=reading.quantity,
            qualifiers=reading.qualifiers,
        )
        for number, reading in enumerate(kept[: limits.CANDIDATES], start=1)
    )
    return StageA(
        entry_id=source.entry_id,
        subject_id=source.subject_id,
        nodes=tuple(nodes.made),
        candidates=candidates,
        limitations=tuple(_limitations(text, found.left_alone, len(kept))),
    )


def stage_b(source: Source, found: Found) -> StageB:
    kept = _distinct(found.readings)[: limits.CANDIDATES]
    return StageB(
        entry_id=source.entry_id,
        subject_id=source.subject_id,
        classifications=tuple(
            Classification(candidate_id=f"c{number}", status=status_of(reading.how))
            for number, reading in enumerate(kept, start=1)
        ),
    )


class _Nodes:
    def __init__(self, text: SourceText) -> None:
        self.made: list[Node] = []
        self._ids: dict[Part, str] = {}
        self._text = text

    def of(self, part: Part) -> str:
        if part not in self._ids:
            self._ids[part] = f"n{len(self._ids) + 1}"
            self.made.append(
                Node(
                    id=self._ids[part],
                    type=part.type,
                    label=part.label,
                    quote=self._text.quote(part.start, part.end),
                    is_subject=part.is_subject,
                )
            )
        return self._ids[part]


def _distinct(readings: Iterable[Reading]) -> list[Reading]:
    """In the order of the text; said twice it is one relation, where it was said first."""
    kept: dict[tuple[str, ...], Reading] = {}
    for reading in sorted(readings, key=lambda one: (one.start, one.end, one.predicate)):
        ends = _key(reading.subject.label), _key(reading.object.label)
        if ends[0] != ends[1] and all(ends):
            stance = reading.stance
            key = (*ends, _key(reading.predicate), stance.polarity, stance.modality)
            kept.setdefault(key, reading)
    return list(kept.values())


def _key(label: str) -> str:
    plain = " ".join(label.casefold().split()).strip(_EDGES)
    for article in ("the ", "a ", "an "):
        plain = plain.removeprefix(article)
    return plain


def _limitations(
    text: SourceText, left_alone: Iterable[LeftAlone], found: int
) -> Iterator[Limitation]:
    said = list(left_alone)
    for one in said[:MOST_LIMITATIONS]:
        yield Limitation(code=one.code, detail=one.detail, quote=_quote(text, one))
    if len(said) > MOST_LIMITATIONS:
        yield Limitation(
            code=LimitationCode.BUILDER_REDUCED,
            detail=f"{len(said) - MOST_LIMITATIONS} further passages were left alone, too.",
        )
    if found > limits.CANDIDATES:
        yield Limitation(
            code=LimitationCode.BUILDER_REDUCED,
            detail=f"Only the first {limits.CANDIDATES} of {found} relations are kept.",
        )
    if not found and not said:
        yield Limitation(
            code=LimitationCode.NOTHING_STATED, detail="No statement was found in these words."
        )


def _quote(text: SourceText, passage: LeftAlone) -> Quote:
    """As much of a passage as an excerpt holds."""
    words = text.text[passage.start : min(passage.end, passage.start + limits.EXCERPT)]
    return text.quote(passage.start, passage.start + len(words.rstrip()))
