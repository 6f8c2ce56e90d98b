"""Short ways to write down a construction, and to have it judged."""

from typing import Any

from companion.meaning.builder import Source
from companion.meaning.canonical import raw_sha256
from companion.meaning.envelope import stage_a_digest
from companion.meaning.results import Accepted, Judged, Refused
from companion.meaning.validate import validate
from companion.metamodel import (
    Candidate,
    Classification,
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

PUMP = "The oil pressure was 35 psi at idle. The seal is worn."
EXPLICIT, IMPLIED, INFERRED = Status


def source(raw: str = PUMP, **changes: Any) -> Source:
    named = {"entry_id": "e1", "subject_id": "pump-7", "subject_label": "Pump 7"}
    return Source(**{**named, "raw": raw, **changes})


def node(local_id: str, label: str, quote: str | Quote | None = None, **changes: Any) -> Node:
    words = label if quote is None else quote
    return Node(
        **{
            "id": local_id,
            "type": NodeType.CONCEPT,
            "label": label,
            "quote": Quote(text=words) if isinstance(words, str) else words,
            **changes,
        }
    )


def candidate(quote: str | Quote, predicate: str = "is", **changes: Any) -> Candidate:
    return Candidate(
        **{
            "id": "c1",
            "from_node": "n1",
            "predicate": predicate,
            "to_node": "n2",
            "quote": Quote(text=quote) if isinstance(quote, str) else quote,
            "provenance": Provenance.OBSERVED,
            "polarity": Polarity.POSITIVE,
            "modality": Modality.ASSERTED,
            **changes,
        }
    )


def stage_a(nodes: list[Node], candidates: list[Candidate], **changes: Any) -> StageA:
    return StageA(
        **{
            "entry_id": "e1",
            "subject_id": "pump-7",
            "nodes": tuple(nodes),
            "candidates": tuple(candidates),
            **changes,
        }
    )


def stage_b(statuses: dict[str, Status], **changes: Any) -> StageB:
    each = [Classification(candidate_id=name, status=status) for name, status in statuses.items()]
    return StageB(
        **{"entry_id": "e1", "subject_id": "pump-7", "classifications": tuple(each), **changes}
    )


def judge(about: Source, found: StageA, classified: StageB) -> Accepted | Refused:
    return validate(
        about,
        found,
        classified,
        sha256_at_start=raw_sha256(about.raw),
        digest_before=stage_a_digest(found),
    )


def accepted(about: Source, found: StageA, classified: StageB) -> Accepted:
    result = judge(about, found, classified)
    assert isinstance(result, Accepted), result
    return result


def claim(
    raw: str,
    left: str | Node,
    predicate: str,
    right: str | Node,
    quote: str | Quote | None = None,
    status: Status = EXPLICIT,
    **changes: Any,
) -> Judged:
    """One relation of one entry; the quote is the whole entry if none is named."""
    about = source(raw, language=changes.pop("language", "en"))
    nodes = [
        left if isinstance(left, Node) else node("n1", left),
        right if isinstance(right, Node) else node("n2", right),
    ]
    found = stage_a(nodes, [candidate(quote or raw.strip(), predicate, **changes)])
    return accepted(about, found, stage_b({"c1": status})).judged[0]
