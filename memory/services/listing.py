"""What pages and the graph list, each memory with the authority it has at the instant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q

from memory.authority import Authority, Instant, may_differ
from memory.kinds import EdgeType
from memory.models import Edge, Memory, Project, User
from memory.models.memory import MemoryQuerySet
from memory.prepared import (
    Given,
    Prepared,
    fitting_lists,
    given_instant,
    given_list,
    values_of,
)
from memory.services.lineage import attach_neighbours, complete
from memory.services.narrowing import Narrowing
from memory.services.recall import find, recall

PAGE = 30
ALL = Narrowing()


@dataclass(frozen=True, slots=True)
class Listed:
    """`before` continues the list: the number of its last memory, or none at the end."""

    memories: list[Memory]
    before: int | None = None
    omitted: int = 0
    """Of a search: further matches, counted up to 1 000."""
    loosely: bool = False
    """Of a search: nothing says word for word what it quotes."""


def list_memories(
    project: Project,
    instant: Instant,
    *,
    narrowing: Narrowing = ALL,
    authority: str = "",
    before: int | None = None,
    size: int = PAGE,
) -> Listed:
    """Newest first. No authority: any."""
    rows = _of_authority(project, authority, instant, narrowing)
    # Numbers are given in the order of recording, so one number is a cursor that never slips.
    if before is not None:
        rows = rows.filter(number__lt=before)
    elif not narrowing.kinds:
        # Said though it says nothing: else SQLite takes the index by time, and sorts all there is.
        rows = rows.filter(number__gte=0)
    found = _newest(rows, narrowing.kinds, size + 1)
    page = attach_neighbours(found[:size], instant)
    return Listed(page, before=page[-1].number if len(found) > size else None)


def _newest(rows: MemoryQuerySet, kinds: Sequence[str], most: int) -> list[Memory]:
    if not kinds:
        return list(rows.order_by("-number")[:most])
    # One kind at a time: only so does SQLite take the index that has a kind's newest first.
    found = (rows.filter(kind=kind).order_by("-recorded_at", "-pk")[:most] for kind in set(kinds))
    return sorted(chain(*found), key=lambda memory: memory.number, reverse=True)[:most]


def find_memories(
    project: Project,
    query: str,
    instant: Instant,
    *,
    narrowing: Narrowing = ALL,
    authority: str = "",
    size: int = PAGE,
) -> Listed:
    """Best match first, as recall ranks them."""
    if authority == Authority.AUTHORITATIVE and narrowing.is_kinds_alone:
        kinds = narrowing.kinds
        found = recall(project, query, instant=instant, limit=size, kinds=kinds)
    else:
        rows = _of_authority(project, authority, instant, narrowing)
        found = find(rows, project, query, instant=instant, limit=size, in_the_past=True)
    return Listed(found.memories, omitted=found.omitted, loosely=found.loosely)


def count_by_authority(project: Project, instant: Instant) -> dict[str, int]:
    """Zeros too."""
    counts = dict.fromkeys(Authority.values, 0)
    values = {"project": project.pk, **values_of(instant)}
    rows = _COUNTED_ALL
    if instant.as_of >= instant.known_at:
        # What was recorded until then and can be nothing else is true, and only counted.
        counts[Authority.AUTHORITATIVE] = _KNOWN.count(**values) - _OTHERS.count(**values)
        rows = _COUNTED_OTHERS
    for authority, count in rows.rows(**values):
        counts[authority] += count
    return counts


def _given() -> MemoryQuerySet:
    return Memory.objects.filter(project=Given("project"))


def _others() -> MemoryQuerySet:
    # In a subquery of their own, or SQLite takes the index by time for them.
    return Memory.objects.filter(pk__in=_given().filter(may_differ()).values("pk"))


def _known(rows: MemoryQuerySet) -> Prepared[Any]:
    return Prepared(lambda: rows.filter(recorded_at__lte=Given("known_at")).values_list("pk"))


def _counted(rows: MemoryQuerySet) -> Prepared[Any]:
    there = rows.at(given_instant()).served()
    return Prepared(lambda: there.values_list("authority").annotate(n=Count("pk")))  # type: ignore[misc] # annotated


_KNOWN, _OTHERS = _known(_given()), _known(_others())
_COUNTED_ALL, _COUNTED_OTHERS = _counted(_given()), _counted(_others())


def with_authority(project: Project, ids: Sequence[UUID], instant: Instant) -> dict[UUID, Memory]:
    """The memories of these ids that are there, erased ones too, each with its authority."""
    rows = [
        row
        for size, some in fitting_lists("id", ids)
        for row in _by_id(size).models(**values_of(instant), **some)
        if row.project_id == project.pk and row.authority is not None
    ]
    return {row.public_id: row for row in complete(rows, instant)}


def by_key(project: Project, pks: Sequence[int], instant: Instant) -> list[Memory]:
    """The same by key, without what stands beside them, in no order."""
    return [
        row
        for size, some in fitting_lists("pk", pks)
        for row in _by_key(size).models(**values_of(instant), **some)
        if row.project_id == project.pk and row.authority is not None
    ]


def keys_of(project: int, ids: Sequence[UUID]) -> dict[UUID, int]:
    """The key of each that is there."""
    return {
        public_id: pk
        for size, some in fitting_lists("id", ids)
        for pk, public_id, owner in _keys(size).rows(**some)
        if owner == project
    }


# Without the project: SQLite would look through all of it for a few ids.


@cache
def _keys(size: int) -> Prepared[Any]:
    rows = Memory.objects.filter(public_id__in=given_list("id", size))
    return Prepared(lambda: rows.values_list("pk", "public_id", "project_id"))


@cache
def _by_id(size: int) -> Prepared[Memory]:
    rows = Memory.objects.filter(public_id__in=given_list("id", size))
    return Prepared(lambda: rows.at(given_instant()))


@cache
def _by_key(size: int) -> Prepared[Memory]:
    rows = Memory.objects.filter(pk__in=given_list("pk", size))
    return Prepared(lambda: rows.at(given_instant()))


def authority_of_each(project: Project, keys: Sequence[int], instant: Instant) -> dict[int, str]:
    """By primary key, of those that are there, erased ones too."""
    return {
        key: authority
        for size, some in fitting_lists("key", keys)
        for key, of, authority in _authority_by_key(size).rows(**values_of(instant), **some)
        if of == project.pk and authority is not None
    }


@cache
def _authority_by_key(size: int) -> Prepared[Any]:
    rows = Memory.objects.filter(pk__in=given_list("key", size))
    return Prepared(
        lambda: rows.at(given_instant()).values_list("pk", "project", "authority")  # type: ignore[misc] # annotated
    )


def projects_of(user: User) -> list[Project]:
    """By name; closed ones last."""
    rows = Project.objects.filter(memberships__user=user, dropped_at=None)
    return list(rows.order_by(F("closed_at").asc(nulls_first=True), "name"))


def known_at(project: Project, instant: Instant, narrowing: Narrowing = ALL) -> MemoryQuerySet:
    """All that may be shown, each with the authority it has then."""
    return _of_authority(project, "", instant, narrowing)


def _of_authority(
    project: Project, authority: str, instant: Instant, narrowing: Narrowing = ALL
) -> MemoryQuerySet:
    rows = narrowing.of(Memory.objects.in_project(project))
    if authority == Authority.AUTHORITATIVE:
        return rows.authoritative(instant)
    return rows.at(instant).served(authority)


@dataclass(frozen=True, slots=True)
class Graph:
    memories: list[Memory]
    edges: Sequence[Edge]


def graph(project: Project, *, instant: Instant) -> Graph:
    """All memories known at the instant, with the links between them and to nothing else."""
    memories = list(Memory.objects.in_project(project).at(instant).served().order_by("number"))
    there = {memory.pk for memory in memories}
    edges = Edge.objects.filter(project=project, created_at__lte=instant.known_at)
    return Graph(
        memories,
        [
            edge
            for edge in edges.select_related("source", "target").order_by("pk")
            if edge.source_id in there and edge.target_id in there
        ],
    )


def edges_of(memory: Memory) -> list[Edge]:
    """Links out of this version, and links into any version of its lineage; also to what was
    erased, which a reader is told is not available.
    """
    return list(
        Edge.objects.filter(
            Q(source=memory) | Q(target__lineage=memory.lineage, target__project=memory.project_id),
            project=memory.project_id,
            source__project=memory.project_id,
            target__project=memory.project_id,
        )
        .exclude(type=EdgeType.UPDATES)
        .select_related("source", "target")
        .order_by("pk")
    )
