"""The rules that a construction keeps as a whole. One broken, and nothing of it is used."""

from collections import Counter
from collections.abc import Iterator

from companion.meaning.builder import Source
from companion.meaning.canonical import raw_sha256
from companion.meaning.codes import Code
from companion.meaning.results import Problem
from companion.metamodel import StageA, StageB
from memory import limits
from memory.canonical import digest
from memory.text import is_blank


def stage_a_digest(found: StageA) -> str:
    """64 hexadecimal digits, taken before Stage B begins."""
    return digest(found.model_dump(mode="json"))


def source_problems(source: Source) -> Iterator[Problem]:
    if is_blank(source.raw):
        yield Problem(Code.SOURCE_EMPTY)
    if len(source.raw) > limits.ENTRY:
        yield Problem(Code.SOURCE_TOO_LONG)


def run_problems(
    source: Source, found: StageA, judged: StageB, *, sha256_at_start: str, digest_before: str
) -> Iterator[Problem]:
    for stage in (found, judged):
        if (stage.entry_id, stage.subject_id) != (source.entry_id, source.subject_id):
            yield Problem(Code.ENTRY_BOUNDARY)
    if raw_sha256(source.raw) != sha256_at_start:
        yield Problem(Code.SOURCE_CHANGED)
    if len(found.candidates) > limits.CANDIDATES or len(found.nodes) > limits.NODES:
        yield Problem(Code.TOO_MANY_ITEMS)
    if stage_a_digest(found) != digest_before:
        yield Problem(Code.STAGE_A_MUTATED)


def discovery_problems(found: StageA) -> Iterator[Problem]:
    nodes = {node.id for node in found.nodes}
    ids = Counter([node.id for node in found.nodes] + [one.id for one in found.candidates])
    for local_id, count in ids.items():
        if count > 1:
            yield Problem(Code.LOCAL_ID_DUPLICATE, local_id)
    for candidate in found.candidates:
        if not nodes.issuperset((candidate.from_node, candidate.to_node)):
            yield Problem(Code.NODE_REFERENCE_UNKNOWN, candidate.id)
    if not found.candidates and not found.limitations:
        yield Problem(Code.EMPTY_WITHOUT_LIMITATION)


def classification_problems(found: StageA, judged: StageB) -> Iterator[Problem]:
    known = {candidate.id for candidate in found.candidates}
    counts = Counter(one.candidate_id for one in judged.classifications)
    for candidate in found.candidates:
        if candidate.id not in counts:
            yield Problem(Code.CLASSIFICATION_MISSING, candidate.id)
    for candidate_id, count in counts.items():
        if count > 1:
            yield Problem(Code.CLASSIFICATION_DUPLICATE, candidate_id)
        if candidate_id not in known:
            yield Problem(Code.CLASSIFICATION_UNKNOWN_CANDIDATE, candidate_id)
