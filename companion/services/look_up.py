"""Exactly the evidence that was asked for by its ids: no ranking, no neighbours, no state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.models import Entry, Node, Relation, Subject
from companion.services.vocabulary import served, steady, version_of


@dataclass(frozen=True, slots=True)
class Record:
    """One entry, with what of it was asked for."""

    entry: Entry
    evidence: list[Relation] = field(default_factory=list)

    @property
    def nodes(self) -> list[Node]:
        ends = {
            node.node_id: node for one in self.evidence for node in (one.from_node, one.to_node)
        }
        return [ends[name] for name in sorted(ends)]

    def quote(self, relation: Relation) -> str:
        """The excerpt as it stands in the text."""
        return self.entry.canonical[relation.start : relation.end]


@dataclass(frozen=True, slots=True)
class LookedUp:
    version: str
    requested: list[str]
    unknown: list[str]
    retired: list[str]
    records: list[Record]


def look_up(subject: Subject, vocabulary_ids: Iterable[str]) -> LookedUp:
    """An id of another subject is as unknown as one that never was."""
    requested = sorted(set(vocabulary_ids))
    return steady(subject, lambda: _look_up(subject, requested))


def _look_up(subject: Subject, requested: list[str]) -> LookedUp:
    rows = served(subject).filter(vocabulary_id__in=requested)
    found = list(rows.select_related("from_node", "to_node", "entry").order_by("relation_id"))
    current = {one.vocabulary_id for one in found}
    ever = Relation.objects.filter(subject=subject, vocabulary_id__in=requested)
    known = set(ever.values_list("vocabulary_id", flat=True).distinct())
    return LookedUp(
        version=version_of(subject),
        requested=requested,
        unknown=[one for one in requested if one not in known],
        retired=[one for one in requested if one in known and one not in current],
        records=_records(found),
    )


def _records(found: list[Relation]) -> list[Record]:
    records: dict[int, Record] = {}
    for relation in found:
        record = records.setdefault(relation.entry_id, Record(relation.entry))
        record.evidence.append(relation)
    return sorted(
        records.values(), key=lambda one: (one.entry.confirmed_at, str(one.entry.public_id))
    )
