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
from proposals.models import Proposal, ProposalTarget, Revision
from proposals.states import Operation
from waggle_site.studio.asked import Asked

PAGE, FOUND, PROPOSALS, NAMED, OPENING = 40, 200, 30, 8, 120
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
    proposals: list[tuple[Proposal, str]]
    """Each with what it is about."""
    before: int | None = None
    omitted: int = 0
    """Of a search: what matches beyond the best."""
    focus: Memory | None = None


def rows_of(project: Project, asked: Asked, instant: Instant) -> Rows:
    """Newest first; of a search, no more than the best."""
    focus = focus_of(project, asked.lineage)
    memories, omitted = narrowed(project, asked, instant, focus), 0
    if asked.query:
        ids, omitted = found_ids(project, asked, instant)
        memories = memories.filter(public_id__in=ids)
    if asked.before is not None:
        memories = memories.filter(number__lt=asked.before)
    page = list(memories.order_by("-number")[: PAGE + 1])
    shown = attach_neighbours(page[:PAGE], instant)
    return Rows(
        _with_links(project, shown, asked.edges, instant),
        _proposals(project, asked, instant, focus),
        before=shown[-1].number if len(page) > PAGE else None,
        omitted=omitted,
        focus=focus,
    )


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
    labels = {one.public_id: one.label for one in made.only("public_id", "number")}
    rows = {one.pk: Row(one, labels.get(one.proposal_id, "")) for one in memories}
    for edge in _links(project, list(rows), types, instant):
        source, target = (_end(edge, side) for side in SIDES)
        if edge["source_id"] in rows:
            rows[edge["source_id"]].links[PREDICATES[edge["type"]]].append(target)
        if edge["target_id"] in rows:
            rows[edge["target_id"]].links[BACK[edge["type"]]].append(source)
    return list(rows.values())


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


def _proposals(
    project: Project, asked: Asked, instant: Instant, focus: Memory | None
) -> list[tuple[Proposal, str]]:
    """The newest; of a focus those that made or would change it; none where memories are sought."""
    if asked.query or asked.tag or asked.authorities or asked.before:
        return []
    rows = Proposal.objects.in_project(project).filter(created_at__lte=instant.known_at)
    if asked.kinds:
        rows = rows.filter(kind__in=asked.kinds)
    if focus is not None:
        versions = Memory.objects.filter(project=project, lineage=focus.lineage)
        about = ProposalTarget.objects.filter(memory__in=versions).values("proposal")
        rows = rows.filter(Q(pk__in=about) | Q(public_id__in=versions.values("proposal_id")))
    found = list(rows.select_related("target").order_by("-number")[:PROPOSALS])
    headings = _headings(found)
    return [(one, headings.get((one.pk, one.revision), "Several changes")) for one in found]


def _headings(proposals: Sequence[Proposal]) -> dict[tuple[int, int], str]:
    """Not of batches, whose words may be a thousand memories'."""
    single = [one for one in proposals if one.operation != Operation.BATCH]
    rows = Revision.objects.filter(proposal__in=single)
    found = rows.values_list("proposal_id", "number", "changes", "base")
    return {
        (pk, number): _heading(
            (changes[0].get("words") if changes else None) or (base or [None])[0]
        )
        for pk, number, changes, base in found
    }


def _heading(words: dict[str, Any] | None) -> str:
    words = words or {}
    return str(words.get("title") or first_words(words.get("content", "")) or "Erased")
