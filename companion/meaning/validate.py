"""The deterministic rules: what a builder proposed, against the words of one entry.

A construction is refused, a candidate rejected, or a status lowered to AGENT_INFERRED. Nothing
raises one.
"""

from companion.meaning import envelope
from companion.meaning.builder import Source
from companion.meaning.codes import Code
from companion.meaning.judge import Judge
from companion.meaning.results import Accepted, Problem, Refused
from companion.metamodel import FACTUAL, StageA, StageB, Status

_STRENGTH = list(Status)


def validate(
    source: Source, found: StageA, judged: StageB, *, sha256_at_start: str, digest_before: str
) -> Accepted | Refused:
    """Judge both stages of one run.

    `sha256_at_start` is `raw_sha256` of the text when the run began, `digest_before` the
    `stage_a_digest` taken before the second stage.
    """
    problems = [
        *envelope.source_problems(source),
        *envelope.run_problems(
            source, found, judged, sha256_at_start=sha256_at_start, digest_before=digest_before
        ),
        *envelope.discovery_problems(found),
        *envelope.classification_problems(found, judged),
    ]
    if problems:
        return Refused(tuple(problems))
    accepted = Judge(source, found).judge(judged)
    broken = routing_problems(accepted)
    return Refused(broken) if broken else accepted


def routing_problems(accepted: Accepted) -> tuple[Problem, ...]:
    """Rule 40, asked once more of what is about to be served."""
    used = {
        node.id
        for one in accepted.judged
        if one.status in FACTUAL
        for node in (one.from_node, one.to_node)
    }
    raised = [
        one.candidate.id
        for one in accepted.judged
        if one.status is not None
        and _STRENGTH.index(one.status) < _STRENGTH.index(one.model_status)
    ]
    strays = set(accepted.factual_nodes) - used
    return tuple(Problem(Code.ROUTING_INVARIANT, where) for where in [*raised, *sorted(strays)])
