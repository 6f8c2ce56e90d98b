"""What Companion's embedded builder finds in benchmark sentences, and what that costs."""

import resource
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.builders.embedded import build
from companion.meaning.builder import Builder, Source
from companion.metamodel import StageA, Status, Structural
from waggle_site.bench.carb import Extraction

CONFIDENCE = {
    Status.SOURCE_EXPLICIT: 0.9,
    Status.SOURCE_STRONGLY_IMPLIED: 0.6,
    Status.AGENT_INFERRED: 0.3,
}


@dataclass(frozen=True, slots=True)
class Cost:
    entries: int
    candidates: int
    cpu_seconds: float
    seconds: float


def extractions(
    builder: Builder, sentences: Iterable[str]
) -> tuple[dict[str, list[Extraction]], Cost]:
    """By sentence. The builder is warm: what loading costs is told apart."""
    found = {}
    count = 0
    cpu, clock = time.process_time(), time.perf_counter()
    for sentence in sentences:
        stages = build(builder, source(sentence))
        count += len(stages[0].candidates)
        status = {one.candidate_id: one.status for one in stages[1].classifications}
        found[sentence] = list(_tuples(stages[0], status))
    cost = Cost(len(found), count, time.process_time() - cpu, time.perf_counter() - clock)
    return found, cost


def source(text: str) -> Source:
    return Source(entry_id="bench", subject_id="bench", subject_label="bench", raw=text)


def _tuples(stage: StageA, status: dict[str, Status]) -> Iterator[Extraction]:
    """A verb that stands alone is the predicate; without a second argument it is no tuple."""
    labels = {node.id: node.label for node in stage.nodes}
    for one in stage.candidates:
        if one.predicate == Structural.STATED_CAUSE_OF:
            continue
        arguments = [labels[one.from_node], labels[one.to_node], *one.qualifiers]
        predicate = one.predicate
        if predicate == Structural.STATE:
            predicate = arguments.pop(1)
        if len(arguments) > 1:
            yield Extraction(predicate, tuple(arguments), CONFIDENCE[status[one.id]])


def peak_megabytes() -> float:
    """The most memory that this process has had; Linux counts kibibytes, macOS bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 if sys.platform == "linux" else 1024 * 1024)
