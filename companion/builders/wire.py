"""The shapes that a language model fills. Every field is required, so that servers enforce them."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, create_model

from companion.metamodel import LimitationCode, Modality, NodeType, Polarity, Provenance, Status


class Wire(BaseModel):
    model_config = ConfigDict(extra="forbid")


class WireQuote(Wire):
    text: str
    occurrence: int


class WireQuantity(Wire):
    value: str
    unit: str | None


class WireNode(Wire):
    id: str
    type: NodeType
    label: str
    quote: WireQuote
    is_subject: bool


class WireCandidate(Wire):
    id: str
    from_node: str
    predicate: str
    to_node: str
    quote: WireQuote
    provenance: Provenance | None
    polarity: Polarity
    modality: Modality
    attribution: str | None
    quantity: WireQuantity | None
    qualifiers: list[str]


class WireLimitation(Wire):
    code: LimitationCode
    detail: str
    quote: WireQuote | None


class Discovery(Wire):
    nodes: list[WireNode]
    candidates: list[WireCandidate]
    limitations: list[WireLimitation]


def classification_of(ids: list[str]) -> type[Wire]:
    """One required field for each candidate: none can be left out, doubled or made up."""
    status: type[StrEnum] = Status
    fields = dict.fromkeys(ids, (status, ...))
    return create_model("Classification", __base__=Wire, **fields)  # type: ignore[call-overload, no-any-return]
