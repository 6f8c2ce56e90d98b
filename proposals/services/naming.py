"""The memories that a proposal names, each with its authority now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from memory.access import Access
from memory.authority import Instant
from memory.fingerprint import fingerprint_of
from memory.models import Memory, Project
from memory.services.listing import with_authority
from memory.spoken import claims
from proposals.changes import Change
from proposals.comparing import Compared
from proposals.models import Proposal, Revision
from proposals.services.evidence import Source, sources, uuids


@dataclass(frozen=True, slots=True)
class Target:
    """A memory it would change, then and now. `ahead` is the newest version."""

    memory: Memory
    ahead: Memory
    then: str
    now: str

    @property
    def is_same(self) -> bool:
        return self.then == self.now and self.memory.erased_at is None


@dataclass(frozen=True, slots=True)
class Cited:
    ref: str
    memory: Memory | None
    source: Source | None = None


class Named:
    """Read in a few queries, however many there are."""

    def __init__(self, access: Access, proposal: Proposal, revisions: Sequence[Revision]) -> None:
        self.rows = list(proposal.targets.all())
        self.lineages = {row.memory.lineage for row in self.rows}
        if proposal.result:
            self.lineages.add(proposal.result.lineage)
        versions = Memory.objects.in_project(access.project).filter(lineage__in=self.lineages)
        self.newest = dict(versions.order_by("version").values_list("lineage", "public_id"))
        ids = {row.memory.public_id for row in self.rows} | set(self.newest.values())
        for revision in revisions:
            ids |= _named_in(revision)
        for addition in proposal.additions.all():
            ids |= uuids(addition.evidence_ids)
        ids |= {one.public_id for one in (proposal.result, proposal.overtaken_by) if one}
        self.known = with_authority(access.project, list(ids), Instant.now())
        self.names = {
            str(key): memory for key, memory in self.known.items() if memory.erased_at is None
        }
        self.made = proposal.result
        named = [one.evidence_ids for one in revisions]
        named += [one.evidence_ids for one in proposal.additions.all()]
        refs = {ref for ids in named for ref in ids if ref not in self.names}
        self.sources = sources(access.project, refs) if refs else {}

    def get(self, memory: Memory | None) -> Memory | None:
        return self.known.get(memory.public_id) if memory else None

    def ahead_of(self, memory: Memory) -> Memory:
        return self.known.get(self.newest.get(memory.lineage, memory.public_id), memory)

    def targets(self) -> list[Target]:
        return [
            Target(
                memory=memory,
                ahead=self.ahead_of(memory),
                then=row.fingerprint,
                now=fingerprint_of(memory, memory.successor),
            )
            for row in self.rows
            if (memory := self.known.get(row.memory.public_id))
        ]

    def cited(self, refs: Iterable[str]) -> list[Cited]:
        return [Cited(ref, self.names.get(ref), self.sources.get(ref)) for ref in refs]

    def compared(
        self, change: Change, base: Mapping[str, Any] | None, *, against_now: bool
    ) -> Compared:
        target = self.known.get(change.target) if change.target else self.get(self.made)
        was: Mapping[str, Any] | None = base
        if against_now and target:
            was = self.ahead_of(target).words
        elif base and target and target.valid_until:
            was = {**base, "valid_from": target.valid_from, "valid_until": target.valid_until}
        words = change.words.plain() if change.words else None
        claimed = claims(change.said)
        return Compared(change.operation, was, words, self.names, _standing(change), claimed)


def evidence_of(memory: Memory) -> list[Cited]:
    """What a memory was approved with, in the order cited."""
    known = with_authority(memory.project, list(uuids(memory.evidence_ids)), Instant.now())
    return cited(memory.project, memory.evidence_ids, known)


def cited(project: Project, refs: Sequence[str], known: Mapping[UUID, Memory]) -> list[Cited]:
    """Each as it can be read now. `known` holds the memories among them, erased ones too."""
    names = {str(key): one for key, one in known.items() if one.erased_at is None}
    others = [ref for ref in refs if ref not in names]
    found = sources(project, others) if others else {}
    return [Cited(ref, names.get(ref), found.get(ref)) for ref in refs]


def _standing(change: Change) -> str:
    parts = ["taking the place of another of this batch"] if change.after else []
    parts += ["recorded as retired, as it was where it comes from"] if change.retired else []
    return "; ".join(parts)


def _named_in(revision: Revision) -> set[UUID]:
    linked = [
        str(link["memory_id"])
        for words in (
            *(change.get("words") or {} for change in revision.changes),
            *(base or {} for base in revision.base),
        )
        for link in words.get("links", ())
    ]
    return uuids([*linked, *revision.evidence_ids])
