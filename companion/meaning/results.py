"""What the rules decided: refused as a whole, or each candidate with its outcome."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.meaning.codes import Code
from companion.meaning.source_text import Excerpt
from companion.metamodel import FACTUAL, Candidate, Limitation, Node, Status


class Outcome(StrEnum):
    FACTUAL = "factual"
    INFERRED = "inferred"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Problem:
    """`where` is a local id, or the place in an answer that could not be read."""

    code: Code
    where: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """The whole construction is of no use. The entry is as it was."""

    problems: tuple[Problem, ...]

    @property
    def codes(self) -> tuple[Code, ...]:
        return tuple(dict.fromkeys(problem.code for problem in self.problems))


@dataclass(frozen=True, slots=True)
class Judged:
    """One candidate. `status` is what counts, `model_status` what the builder said.

    `codes` are the rules it broke: why it was rejected, or why it counts for less than the builder
    said. Places are offsets into the canonical text; a rejected candidate may lack them.
    """

    candidate: Candidate
    from_node: Node
    to_node: Node
    model_status: Status
    status: Status | None
    codes: tuple[Code, ...]
    excerpt: Excerpt | None
    from_excerpt: Excerpt | None
    to_excerpt: Excerpt | None

    @property
    def outcome(self) -> Outcome:
        if self.status is None:
            return Outcome.REJECTED
        return Outcome.FACTUAL if self.status in FACTUAL else Outcome.INFERRED


@dataclass(frozen=True, slots=True)
class Note:
    """Something for the person to see. It changes nothing."""

    code: Code
    excerpt: Excerpt


@dataclass(frozen=True, slots=True)
class Accepted:
    """Every candidate once, in the order in which the builder named them."""

    judged: tuple[Judged, ...]
    limitations: tuple[tuple[Limitation, Excerpt | None], ...]
    notes: tuple[Note, ...]

    def of(self, outcome: Outcome) -> tuple[Judged, ...]:
        return tuple(one for one in self.judged if one.outcome is outcome)

    @property
    def factual_nodes(self) -> Mapping[str, Node]:
        """By local id: what a fact stands on, and nothing that only an inference uses."""
        facts = self.of(Outcome.FACTUAL)
        return {node.id: node for one in facts for node in (one.from_node, one.to_node)}

    @property
    def has_too_many_rejections(self) -> bool:
        """Whether fewer than half pass. Saying the same twice is a fault of nobody's."""
        counted = [one for one in self.judged if Code.CANDIDATE_DUPLICATE not in one.codes]
        passed = sum(one.outcome is not Outcome.REJECTED for one in counted)
        return 2 * passed < len(counted)
