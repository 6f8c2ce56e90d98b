"""What a construction may say: the closed shapes of its two stages.

Stage A says what was found and has no word for how sure it is. Stage B says one status a candidate
and nothing else. Both are values: frozen, compared by content, no unknown field.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StringConstraints

from memory import limits


class NodeType(StrEnum):
    CONCEPT = "concept"
    PROPERTY = "property"
    VALUE = "value"
    PROCEDURE = "procedure"
    ASSERTION = "assertion"
    INFERENCE = "inference"
    COMPOSITION = "composition"


class Provenance(StrEnum):
    """How the person knows it. Nothing at all belongs to additions of a builder's own."""

    OBSERVED = "observed"
    MEASURED = "measured"
    REPORTED = "reported"
    SPEAKER_INFERENCE = "speaker_inference"


class Polarity(StrEnum):
    POSITIVE = "positive"
    NEGATIVE = "negative"


class Modality(StrEnum):
    ASSERTED = "asserted"
    BELIEVED = "believed"
    POSSIBLE = "possible"
    NECESSARY = "necessary"
    HYPOTHETICAL = "hypothetical"
    PLANNED = "planned"
    CONDITIONAL = "conditional"
    ABILITY = "ability"


class Status(StrEnum):
    """How a relation is grounded in the words, strongest first. Only the first two are facts."""

    SOURCE_EXPLICIT = "SOURCE_EXPLICIT"
    SOURCE_STRONGLY_IMPLIED = "SOURCE_STRONGLY_IMPLIED"
    AGENT_INFERRED = "AGENT_INFERRED"


FACTUAL = (Status.SOURCE_EXPLICIT, Status.SOURCE_STRONGLY_IMPLIED)


class Structural(StrEnum):
    """Predicates that need no word of the source. Every other predicate is words of the source.

    `state` carries what has no object: "the engine stops" is (engine, state, stops).
    """

    STATE = "state"
    IS = "is"
    HAS = "has"
    HAS_PROPERTY = "has_property"
    ASSERTS_PROPERTY = "asserts_property"
    HAS_VALUE = "has_value"
    ABOUT = "about"
    PART_OF = "part_of"
    LOCATED_IN = "located_in"
    OBTAINED_THROUGH = "obtained_through"
    TARGETS = "targets"
    COMPOSED_FROM = "composed_from"
    STATED_CAUSE_OF = "stated_cause_of"


class LimitationCode(StrEnum):
    """What a builder may say it left alone; a builder of another kind may use codes of its own."""

    QUESTION = "QUESTION"
    COMMAND = "COMMAND"
    CONDITION = "CONDITION"
    NOT_UNDERSTOOD = "NOT_UNDERSTOOD"
    LANGUAGE_NOT_SUPPORTED = "LANGUAGE_NOT_SUPPORTED"
    BUILDER_REDUCED = "BUILDER_REDUCED"
    NOTHING_STATED = "NOTHING_STATED"


# The shape only keeps nonsense out, ten times above the rules: a label that is merely too long
# costs its own candidate and not the whole construction.
_Words = Annotated[str, StringConstraints(max_length=10 * limits.LABEL)]
_Text = Annotated[str, StringConstraints(max_length=10 * limits.EXCERPT)]
LocalId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,39}$")]
Code = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]{0,39}$")]


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Quote(Shape):
    """Words of the entry, and which of their occurrences is meant, counted from 1."""

    text: _Text
    occurrence: Annotated[StrictInt, Field(ge=1)] = 1


class Quantity(Shape):
    """A number and its unit as they are written."""

    value: _Words
    unit: _Words | None = None


class Node(Shape):
    """`is_subject`: the confirmed subject itself, named in the words or not."""

    id: LocalId
    type: NodeType
    label: _Words
    quote: Quote
    is_subject: StrictBool = False


class Candidate(Shape):
    """Node, predicate, node, with the words that carry it.

    `provenance` is empty on what a builder adds by itself. `attribution` names who said it, in
    words of the source. `qualifiers` are further phrases of the clause, in words of the source;
    they are shown to people and never served.
    """

    id: LocalId
    from_node: LocalId
    predicate: _Words
    to_node: LocalId
    quote: Quote
    provenance: Provenance | None
    polarity: Polarity
    modality: Modality
    attribution: _Words | None = None
    quantity: Quantity | None = None
    qualifiers: tuple[_Words, ...] = ()


class Limitation(Shape):
    """What was seen and not represented; `detail` is a sentence for people."""

    code: Code
    detail: _Text
    quote: Quote | None = None


class StageA(Shape):
    """All that was discovered in one entry."""

    entry_id: str
    subject_id: str
    nodes: tuple[Node, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    limitations: tuple[Limitation, ...] = ()


class Classification(Shape):
    candidate_id: LocalId
    status: Status


class StageB(Shape):
    """One status for every candidate of a Stage A."""

    entry_id: str
    subject_id: str
    classifications: tuple[Classification, ...] = ()
