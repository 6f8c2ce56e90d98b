"""One relation as the builder read it, before it becomes a candidate and gets its status."""

from dataclasses import dataclass
from enum import StrEnum

from companion.metamodel import Modality, NodeType, Polarity, Provenance, Quantity, Status


class How(StrEnum):
    """What in the grammar carries a relation. It alone decides the status."""

    MAIN = "main"
    COORDINATED = "coordinated"
    COMPLEMENT = "complement"
    EXISTENTIAL = "existential"
    CAUSE = "cause"
    INHERITED = "inherited"
    CONTROL = "control"
    PARTICIPLE = "participle"
    RELATIVE = "relative"
    REDUCED = "reduced"
    APPOSITION = "apposition"
    POSSESSIVE = "possessive"
    PLACE = "place"
    LABEL = "label"
    NOTE = "note"
    SUPPLIED = "supplied"


_EXPLICIT = frozenset({How.MAIN, How.COORDINATED, How.COMPLEMENT, How.EXISTENTIAL, How.CAUSE})


def status_of(how: How) -> Status:
    if how in _EXPLICIT:
        return Status.SOURCE_EXPLICIT
    if how is How.SUPPLIED:
        return Status.AGENT_INFERRED
    return Status.SOURCE_STRONGLY_IMPLIED


@dataclass(frozen=True, slots=True)
class Part:
    """A node in the making: its label and the half-open slice of canonical text that carries it."""

    label: str
    start: int
    end: int
    type: NodeType = NodeType.CONCEPT
    is_subject: bool = False


@dataclass(frozen=True, slots=True)
class Stance:
    """How a clause is meant. Without anything said, a person saw it and says so."""

    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.ASSERTED
    provenance: Provenance = Provenance.OBSERVED
    attribution: str | None = None


PLAIN = Stance()


@dataclass(frozen=True, slots=True)
class Reading:
    """`start` and `end`: the slice that carries the relation, at least a part of its two ends."""

    subject: Part
    predicate: str
    object: Part
    start: int
    end: int
    how: How
    stance: Stance = PLAIN
    quantity: Quantity | None = None
    qualifiers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """Something seen and not represented: which slice, and why."""

    code: str
    detail: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """All that was read in one entry, in the order of the text."""

    readings: tuple[Reading, ...] = ()
    left_alone: tuple[LeftAlone, ...] = ()
