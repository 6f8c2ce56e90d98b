"""The graph as a list: the same memories, links and proposals, a page at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Left

from memory.access import get_memory
from memory.authority import Instant
from memory.errors import NotFound
from memory.kinds import EdgeType
from memory.models import Edge, Memory, Project
from memory.models.memory import MemoryQuerySet
from memory.services.lineage import attach_neighbours
from memory.services.listing import find_memories, known_at
from memory.services.narrowing import Narrowing
from memory.services.relations import INCOMING
from memory.text import first_words
from proposals.models import Proposal
from waggle_site.studio.asked import Asked
from waggle_site.studio.citing import Cited, cited_by
from waggle_site.studio.proposal_rows import ProposalRow, proposal_rows

PAGE, FOUND, NAMED, OPENING = 40, 200, 8, 120
PREDICATES = {str(one): str(one.label) for one in EdgeType}
BACK = {str(one): INCOMING.get(one, "updated by") for one in EdgeType}


@dataclass(frozen=True, slots=True)
class End:
    """What a link leads to: as much of a memory as names it."""

    label: str
    heading: str
    version: int
    lineage: UUID


@dataclass(slots=True)
class Row:
    memory: Memory
    proposal: str = ""
    """The number of the proposal that made it."""
    cites: list[Cited] = field(default_factory=list)
    links: dict[str, list[End]] = field(default_factory=lambda: defaultdict(list))

    @property
    def told(self) -> list[tuple[str, list[End], int]]:
        """What it is to which others, a few of each by name and the count of the rest."""
        return [
            (says, others[:NAMED], max(0, len(others) - NAMED))
            for says, others in self.links.items()
        ]


@dataclass(frozen=True, slots=True)
class Rows:
    rows: list[Row]
    proposals: list[ProposalRow]
    before: int | None = None
    proposals_before: int | None = None
    omitted: int = 0
    """Of a search: what matches beyond the best."""
    focus: Memory | None = None


def rows_of(project: Project, asked: Asked, instant: Instant) -> Rows:
    """Newest first; of a search, no more than the best."""
    focus = focus_of(project, asked.lineage)
    sought, omitted = narrowed(project, asked, instant, focus), 0
    if asked.query:
        ids, omitted = found_ids(project, asked, instant)
        sought = sought.filter(public_id__in=ids)
    shown: list[Memory] = []
    before = proposals_before = None
    if asked.proposals_before is None:
        shown, before = _page(sought, asked.before)
        attach_neighbours(shown, instant)
    proposals: list[ProposalRow] = []
    if asked.before is None:
        proposals, proposals_before = proposal_rows(project, asked, instant, focus, sought)
    return Rows(
        _with_links(project, shown, asked.edges, instant),
        proposals,
        before=before,
        proposals_before=proposals_before,
        omitted=omitted,
        focus=focus,
    )


def _page(memories: MemoryQuerySet, before: int | None) -> tuple[list[Memory], int | None]:
    if before is not None:
        memories = memories.filter(number__lt=before)
    found = list(memories.order_by("-number")[: PAGE + 1])
    return found[:PAGE], found[PAGE - 1].number if len(found) > PAGE else None


def focus_of(project: Project, ref: str) -> Memory | None:
    """What is not there focuses on nothing."""
    try:
        return get_memory(project, ref) if ref else None
    except NotFound:
        return None


def found_ids(project: Project, asked: Asked, instant: Instant) -> tuple[list[UUID], int]:
    """What says the words, best first, and how many more do."""
    found = find_memories(project, asked.query, instant, narrowing=Narrowing(), size=FOUND)
    return [memory.public_id for memory in found.memories], found.omitted


def narrowed(
    project: Project, asked: Asked, instant: Instant, focus: Memory | None
) -> MemoryQuerySet:
    tags = [asked.tag] if asked.tag else []
    rows = known_at(project, instant, Narrowing(kinds=asked.kinds, tags=tags))
    if focus is not None:
        rows = rows.filter(_around(focus))
    if asked.authorities:
        rows = rows.filter(authority__in=asked.authorities)  # type: ignore[misc] # annotated
    return rows


def _around(memory: Memory) -> Q:
    """The lineage and what is linked to any of its versions."""
    own = Edge.objects.filter(project=memory.project_id)
    out = own.filter(source__lineage=memory.lineage).values("target")
    into = own.filter(target__lineage=memory.lineage).values("source")
    return Q(lineage=memory.lineage) | Q(pk__in=out) | Q(pk__in=into)


def _with_links(
    project: Project, memories: Sequence[Memory], types: Sequence[str], instant: Instant
) -> list[Row]:
    made = Proposal.objects.in_project(project).filter(
        public_id__in={memory.proposal_id for memory in memories}
    )
    by = {one.public_id: one for one in made.only("public_id", "number")}
    cites = cited_by(project, [one.pk for one in by.values()], instant)
    rows = {one.pk: _row(one, by.get(one.proposal_id), cites) for one in memories}
    for edge in _links(project, list(rows), types, instant):
        source, target = (_end(edge, side) for side in SIDES)
        if edge["source_id"] in rows:
            rows[edge["source_id"]].links[PREDICATES[edge["type"]]].append(target)
        if edge["target_id"] in rows:
            rows[edge["target_id"]].links[BACK[edge["type"]]].append(source)
    return list(rows.values())


def _row(memory: Memory, made: Proposal | None, cites: dict[int, list[Cited]]) -> Row:
    return Row(memory, made.label, cites.get(made.pk, [])) if made else Row(memory)


SIDES = ("source", "target")
OF_AN_END = ("number", "title", "version", "lineage")


def _links(
    project: Project, pks: Sequence[int], types: Sequence[str], instant: Instant
) -> Iterable[dict[str, Any]]:
    """Between what is there; a name for each end is all that is read."""
    edges = Edge.objects.filter(
        Q(source__in=pks) | Q(target__in=pks), project=project, created_at__lte=instant.known_at
    )
    for side in SIDES:
        there = {"project": project, "erased_at": None, "recorded_at__lte": instant.known_at}
        edges = edges.filter(**{f"{side}__{name}": value for name, value in there.items()})
    if types:
        edges = edges.filter(type__in=types)
    names = [f"{side}__{name}" for side in SIDES for name in OF_AN_END]
    openings = {f"{side}_opening": Left(f"{side}__content", OPENING) for side in SIDES}
    rows: Iterable[dict[str, Any]] = edges.order_by("pk").values(
        "type", "source_id", "target_id", *names, **openings
    )
    return rows


def _end(edge: dict[str, Any], side: str) -> End:
    number, title, version, lineage = (edge[f"{side}__{name}"] for name in OF_AN_END)
    return End(f"M-{number:03d}", title or first_words(edge[f"{side}_opening"]), version, lineage)
