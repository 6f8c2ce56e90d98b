"""What may be asked about a subject: one line a statement, in the order of their ids."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import TypeVar

from companion.meaning.identity import Item, Row, vocabulary_version
from companion.metamodel import Modality, Polarity
from companion.models import Relation, Subject
from companion.models.relation import RelationQuerySet
from companion.services.facts import scope_of
from memory.errors import RateLimited

Found = TypeVar("Found")

PATIENCE = 5
PLAIN = {Polarity.POSITIVE, Modality.ASSERTED}


@dataclass(frozen=True, slots=True)
class Page:
    version: str
    items: list[Item]
    next: str | None
    """The id that the following page comes after."""


def vocabulary(subject: Subject, *, after: str = "", limit: int) -> Page:
    return steady(subject, lambda: _page(subject, after, limit))


def steady(subject: Subject, read: Callable[[], Found]) -> Found:
    """What `read` finds while nothing about the subject changes; else it reads again."""
    for _ in range(PATIENCE):
        before = subject.revision
        found = read()
        subject.refresh_from_db(fields=["revision"])
        if subject.revision == before:
            return found
    raise RateLimited("Much is being read about this subject. Ask again.", retry_after=1)


def served(subject: Subject) -> RelationQuerySet:
    return Relation.objects.factual().filter(subject=subject)


def version_of(subject: Subject) -> str:
    """Of all that is served about it. Call it within `steady`."""
    return _version(subject) if subject.revision == 0 else _version_at(subject, subject.revision)


@lru_cache(maxsize=1_000)
def _version_at(subject: Subject, revision: int) -> str:
    """Worked out once for each change: no two have one revision."""
    return _version(subject)


def _version(subject: Subject) -> str:
    items = items_of(served(subject))
    return vocabulary_version(scope_of(subject.project), subject.subject_id, items)


def items_of(relations: RelationQuerySet) -> list[Item]:
    """Each statement with all that carries it; its label is that of its oldest relation."""
    return [_item(vocabulary_id, carriers) for vocabulary_id, carriers in carriers_of(relations)]


def carriers_of(relations: RelationQuerySet) -> Iterator[tuple[str, list[Relation]]]:
    """By vocabulary id, the oldest of each first."""
    rows = relations.select_related("from_node", "to_node", "entry").order_by(
        "vocabulary_id", "recorded_at", "pk"
    )
    rows = rows.defer("entry__text", "entry__proposed")
    for vocabulary_id, carriers in groupby(rows, key=attrgetter("vocabulary_id")):
        yield vocabulary_id, list(carriers)


def ids_after(subject: Subject, after: str, limit: int) -> tuple[list[str], str | None]:
    """A page of vocabulary ids, and its last one if others follow."""
    ids = served(subject).filter(vocabulary_id__gt=after).order_by("vocabulary_id")
    found = list(ids.values_list("vocabulary_id", flat=True).distinct()[: limit + 1])
    shown = found[:limit]
    return shown, shown[-1] if len(found) > limit else None


def label_of(relation: Relation) -> str:
    said = f"{relation.from_node.label} — {relation.predicate} → {relation.to_node.label}"
    marks = [one for one in (relation.polarity, relation.modality) if one not in PLAIN]
    return f"{said} ({', '.join(marks)})" if marks else said


def types_of(relations: Iterable[Relation]) -> tuple[str, ...]:
    return tuple(sorted({node.type for one in relations for node in (one.from_node, one.to_node)}))


def _item(vocabulary_id: str, carriers: Sequence[Relation]) -> Item:
    return Item(
        vocabulary_id,
        label_of(carriers[0]),
        types_of(carriers),
        tuple(
            Row(
                one.relation_id,
                str(one.entry.public_id),
                one.status,
                one.provenance,
                one.start,
                one.end,
            )
            for one in carriers
        ),
    )


def _page(subject: Subject, after: str, limit: int) -> Page:
    shown, following = ids_after(subject, after, limit)
    items = items_of(served(subject).filter(vocabulary_id__in=shown))
    return Page(version_of(subject), items, following)
