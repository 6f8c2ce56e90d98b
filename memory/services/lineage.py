from collections.abc import Iterable
from datetime import datetime
from functools import cache

from memory.authority import Instant
from memory.fingerprint import fingerprint_of
from memory.kinds import EdgeType
from memory.models import Edge, Memory
from memory.prepared import Prepared, fitting_lists, given_list


def lineage(memory: Memory) -> list[Memory]:
    """All versions, oldest first."""
    return list(
        Memory.objects.filter(project=memory.project_id, lineage=memory.lineage).order_by("version")
    )


def successor_of(memory: Memory) -> Memory | None:
    return Memory.objects.filter(
        project=memory.project_id, lineage=memory.lineage, version=memory.version + 1
    ).first()


def newest(memory: Memory) -> Memory:
    return (
        Memory.objects.filter(project=memory.project_id, lineage=memory.lineage)
        .order_by("-version")
        .first()
    ) or memory


def to_be_changed(memory: Memory, instant: Instant) -> Memory:
    """The version of its lineage that a change is about: the newest, unless that was retired
    before it began and an older one is still true.
    """
    ahead = newest(memory)
    if ahead.retired_at is None:
        return ahead
    return authoritative_version(memory, instant) or ahead


def begun_after(memory: Memory, at: datetime) -> Memory | None:
    """The newest later version that has begun: what superseded this one."""
    if memory.succeeded_at is None:
        return None
    return (
        Memory.objects.filter(
            project=memory.project_id,
            lineage=memory.lineage,
            version__gt=memory.version,
            valid_from__lte=at,
        )
        .order_by("-version")
        .first()
    )


def authoritative_version(memory: Memory, instant: Instant) -> Memory | None:
    return (
        Memory.objects.authoritative(instant)
        .filter(project=memory.project_id, lineage=memory.lineage)
        .first()
    )


def state_of(memory: Memory) -> str:
    """The fingerprint as the database has it now."""
    return fingerprint_of(memory, successor_of(memory))


def complete(memories: Iterable[Memory], instant: Instant) -> list[Memory]:
    """What a reader shows of each memory beside its own row: its neighbours and its links."""
    return attach_links(attach_neighbours(memories, instant))


@cache
def _edges(size: int) -> Prepared[Edge]:
    return Prepared(
        lambda: (
            Edge.objects.filter(source__pk__in=given_list("source", size))
            .exclude(type=EdgeType.UPDATES)
            .order_by("pk")
            .values_list(
                "source_id", "source__project_id", "type", "target__public_id", "target__project_id"
            )
        )
    )


def attach_links(rows: list[Memory]) -> list[Memory]:
    """Give each its `links`, in one query."""
    for row in rows:
        row.links = []
    by_pk = {row.pk: row for row in rows}
    for size, sources in fitting_lists("source", list(by_pk)):
        for pk, own, type, public_id, other in _edges(size).rows(**sources):
            if own == other:  # were one forged across the wall, it would name nothing here
                by_pk[pk].links.append({"type": type, "memory_id": str(public_id)})
    return rows


def attach_neighbours(memories: Iterable[Memory], instant: Instant) -> list[Memory]:
    """Give each memory `predecessor` and `successor`, as known at the instant, in one query.

    Most memories have neither, and then there is no query.
    """
    rows = list(memories)
    shared = {row.lineage for row in rows if row.version > 1 or row.succeeded_at is not None}
    others = Memory.objects.filter(lineage__in=shared, recorded_at__lte=instant.known_at)
    known = (
        {
            (other.lineage, other.version): other
            for other in others.only("public_id", "lineage", "version", "number", "project_id")
        }
        if shared
        else {}
    )
    for row in rows:
        row.predecessor = known.get((row.lineage, row.version - 1))
        row.successor = known.get((row.lineage, row.version + 1))
    return rows
