"""The proof of a project: its chain holds, and its memories are what the chain says of them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from django.db.models import QuerySet

from memory import audit
from memory.audit import Verdict
from memory.canonical import digest
from memory.kinds import EdgeType
from memory.models import AuditEvent, Edge, Memory, Project

AT_ONCE = 500


def prove(project: Project, *, anchor: tuple[int, str] | None = None) -> Verdict:
    verdict = audit.verify(project, anchor=anchor)
    if verdict.broken_at is None:
        for seq, reason in _contradictions(project):
            return replace(verdict, broken_at=seq, reason=reason)
    return verdict


@dataclass(frozen=True, slots=True)
class _Recorded:
    seq: int
    digest: str


def _contradictions(project: Project) -> Iterator[tuple[int, str]]:
    """The number of an event and what about it is not so."""
    # Events first: what is recorded meanwhile is asked for by itself, what is told must be there.
    told = {
        about: _Recorded(seq, details.get("digest", ""))
        for about, seq, details in _events(project, "memory.recorded")
        .values_list("object_id", "seq", "details")
        .iterator()
    }
    retired, erased = _about(project, "memory.retired"), _about(project, "memory.erased")
    unseen = set(told)
    for memory in _memories(project):
        name = str(memory.public_id)
        recorded = told.get(name) or _recorded_since(project, name)
        unseen.discard(name)
        if recorded is None:
            yield 1, f"no event tells of {memory.label}"
        elif recorded.digest != memory.digest:
            yield recorded.seq, f"{memory.label} is not the memory that it recorded"
        elif memory.erased_at is None and _digest_of(memory) != memory.digest:
            yield recorded.seq, f"the words of {memory.label} are not those that it recorded"
        elif memory.erased_at and not _is_told(project, "memory.erased", name, erased):
            yield recorded.seq, f"the words of {memory.label} are gone, and no event tells why"
        elif memory.retired_at and not _is_told(project, "memory.retired", name, retired):
            yield recorded.seq, f"{memory.label} is retired, and no event tells why"
    for name in unseen:
        yield told[name].seq, "the memory that it recorded is gone"


def _memories(project: Project) -> Iterator[Memory]:
    rows = Memory.objects.filter(project=project).order_by("pk").iterator(chunk_size=AT_ONCE)
    while memories := list(islice(rows, AT_ONCE)):
        _attach_links(memories)
        yield from memories


def _attach_links(memories: Sequence[Memory]) -> None:
    """Those it was recorded with; a link that came later is none of its words."""
    edges = Edge.objects.filter(source__in=memories).exclude(type=EdgeType.UPDATES).order_by("pk")
    links = defaultdict(list)
    for source, at, type, target in edges.values_list(
        "source_id", "created_at", "type", "target__public_id"
    ):
        links[source, at].append({"type": type, "memory_id": str(target)})
    for memory in memories:
        vars(memory)["links"] = links[memory.pk, memory.recorded_at]


def _digest_of(memory: Memory) -> str:
    return digest(memory.words, salt=bytes(memory.salt))


def _events(project: Project, event_type: str) -> QuerySet[AuditEvent]:
    return AuditEvent.objects.filter(project=project, type=event_type)


def _about(project: Project, event_type: str) -> set[str]:
    return set(_events(project, event_type).values_list("object_id", flat=True))


def _is_told(project: Project, event_type: str, name: str, told: set[str]) -> bool:
    return name in told or _events(project, event_type).filter(object_id=name).exists()


def _recorded_since(project: Project, name: str) -> _Recorded | None:
    event = _events(project, "memory.recorded").filter(object_id=name).first()
    return _Recorded(event.seq, event.details.get("digest", "")) if event else None
