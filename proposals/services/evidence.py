"""What a proposal cites: memories, entries and facts of its project."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from companion.access import get_entry, get_relation
from companion.models import Entry, Relation
from memory.access import get_memory
from memory.errors import NotFound
from memory.models import Memory, Project

AROUND = 300
"""Code points of the text that are shown on each side of an excerpt."""
RELATION = "r1_"


@dataclass(frozen=True, slots=True)
class Source:
    """Confirmed words, with the excerpt that is meant; without one, all of them."""

    entry: Entry
    start: int = 0
    end: int = 0

    @property
    def before(self) -> str:
        begin = max(0, self.start - AROUND)
        return ("…" if begin else "") + self.entry.canonical[begin : self.start]

    @property
    def excerpt(self) -> str:
        return self.entry.canonical[self.start : self.end]

    @property
    def after(self) -> str:
        end = self.end + AROUND if self.end else len(self.entry.canonical)
        rest = self.entry.canonical[self.end : end]
        return rest + ("…" if end < len(self.entry.canonical) else "")


def resolve_evidence(project: Project, refs: Sequence[str]) -> list[str]:
    """The ids that are cited, each of this project, once, in the order given."""
    return list(dict.fromkeys(_resolved(project, ref) for ref in refs))


def _resolved(project: Project, ref: str) -> str:
    if ref.startswith(RELATION):
        relation = get_relation(project, ref)
        if relation.is_fact:
            return relation.relation_id
        raise NotFound("The evidence")
    found = _memory_or_entry(project, ref)
    if found.erased_at is not None:
        raise NotFound("The evidence")
    return str(found.public_id)


def _memory_or_entry(project: Project, ref: str) -> Memory | Entry:
    if ref[:2].upper() == "E-":
        return get_entry(project, ref)
    try:
        return get_memory(project, ref)
    except NotFound as unknown:
        try:
            return get_entry(project, ref)
        except NotFound:
            raise unknown from None


def cited(project: Project, ids: Sequence[str]) -> list[Memory | None]:
    """The memories among them as they are now; None for what is none of this project."""
    rows = Memory.objects.in_project(project).filter(public_id__in=uuids(ids))
    known = {str(row.public_id): row for row in rows}
    return [known.get(one) for one in ids]


def sources(project: Project, ids: Iterable[str]) -> dict[str, Source]:
    """What of Companion's they name, and that is not erased: at most two questions."""
    named = set(ids)
    facts = {one for one in named if one.startswith(RELATION)}
    found: dict[str, Source] = {}
    if others := uuids(named):
        entries = Entry.objects.in_project(project).filter(public_id__in=others, erased_at=None)
        found |= {str(one.public_id): Source(one) for one in entries.select_related("subject")}
    if facts:
        rows = Relation.objects.in_project(project).filter(
            relation_id__in=facts, entry__erased_at=None
        )
        found |= {
            one.relation_id: Source(one.entry, one.start, one.end)
            for one in rows.select_related("entry__subject")
        }
    return found


def uuids(refs: Iterable[str]) -> set[UUID]:
    found: set[UUID] = set()
    for ref in refs:
        try:
            found.add(UUID(ref))
        except ValueError:
            continue
    return found
