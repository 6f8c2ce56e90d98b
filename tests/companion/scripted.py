"""A builder that says what a test wants it to say, and how it fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.meaning.builder import Source
from companion.metamodel import (
    Candidate,
    Classification,
    Limitation,
    Modality,
    Node,
    NodeType,
    Polarity,
    Provenance,
    Quote,
    StageA,
    StageB,
    Status,
)

TEXT = "The oil pressure was 35 psi at idle. The seal is worn. Pump 7 leaks water."


@dataclass(frozen=True, slots=True)
class Said:
    start: str
    predicate: str
    end: str
    quote: str = ""
    status: Status = Status.SOURCE_EXPLICIT
    provenance: Provenance | None = Provenance.OBSERVED
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.ASSERTED
    types: tuple[NodeType, NodeType] = (NodeType.CONCEPT, NodeType.VALUE)
    is_subject: bool = False

    @property
    def words(self) -> str:
        return self.quote or f"{self.start} {self.predicate} {self.end}"


PRESSURE = Said("The oil pressure", "was", "35 psi at idle", provenance=Provenance.MEASURED)
SEAL = Said("The seal", "is", "worn")
LEAK = Said("Pump 7", "leaks", "water", is_subject=True)
GUESS = Said(
    "The seal",
    "stated_cause_of",
    "water",
    quote="The seal is worn. Pump 7 leaks water",
    status=Status.AGENT_INFERRED,
    provenance=None,
)
INVENTED = Said("The boiler", "is", "cold")
"""Not in the text: the rules reject it."""


def nothing() -> None:
    pass


@dataclass
class Scripted:
    said: tuple[Said, ...] = (PRESSURE, SEAL, LEAK, GUESS)
    fingerprint: str = "scripted/1"
    before_a: Callable[[], None] = nothing
    before_b: Callable[[], None] = nothing
    name: str = "scripted"
    model: str = "none"
    seen: list[str] = field(default_factory=list)

    def discover(self, source: Source) -> StageA:
        self.seen.append("a")
        self.before_a()
        pairs = [self._one(at, said) for at, said in enumerate(self.said)]
        return StageA(
            entry_id=source.entry_id,
            subject_id=source.subject_id,
            nodes=tuple(node for nodes, _ in pairs for node in nodes),
            candidates=tuple(candidate for _, candidate in pairs),
            limitations=() if pairs else (Limitation(code="NOTHING_STATED", detail="Nothing."),),
        )

    def classify(self, source: Source, found: StageA) -> StageB:
        self.seen.append("b")
        self.before_b()
        statuses = {f"c{at}": said.status for at, said in enumerate(self.said)}
        return StageB(
            entry_id=source.entry_id,
            subject_id=source.subject_id,
            classifications=tuple(
                Classification(candidate_id=one.id, status=statuses[one.id])
                for one in found.candidates
            ),
        )

    def _one(self, at: int, said: Said) -> tuple[tuple[Node, Node], Candidate]:
        start, end = (
            Node(id=f"n{at}{side}", type=kind, label=label, quote=Quote(text=label))
            for side, kind, label in zip("ab", said.types, (said.start, said.end), strict=True)
        )
        start = start.model_copy(update={"is_subject": said.is_subject})
        candidate = Candidate(
            id=f"c{at}",
            from_node=start.id,
            predicate=said.predicate,
            to_node=end.id,
            quote=Quote(text=said.words),
            provenance=said.provenance,
            polarity=said.polarity,
            modality=said.modality,
        )
        return (start, end), candidate
