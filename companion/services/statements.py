"""A vocabulary as a person looks at it: one line a statement, with what stands behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby

from companion.metamodel import Modality, Polarity, Status
from companion.models import Relation, Subject

PAGE = 100


@dataclass
class Statement:
    vocabulary_id: str
    relations: list[Relation] = field(default_factory=list)
    """Oldest first."""

    @property
    def first(self) -> Relation:
        """Whose words stand for all: those that said it first."""
        return self.relations[0]

    @property
    def is_stated(self) -> bool:
        return any(one.status == Status.SOURCE_EXPLICIT for one in self.relations)

    @property
    def types(self) -> list[str]:
        return sorted(
            {kind for one in self.relations for kind in (one.from_node.type, one.to_node.type)}
        )

    @property
    def is_denied(self) -> bool:
        return self.first.polarity == Polarity.NEGATIVE

    @property
    def modality(self) -> str:
        return "" if self.first.modality == Modality.ASSERTED else self.first.modality

    @property
    def entries(self) -> list[str]:
        return list(dict.fromkeys(one.entry.label for one in self.relations))


def statements_of(
    subject: Subject, *, after: str = "", size: int = PAGE
) -> tuple[list[Statement], str]:
    """In the order of their ids, and the id after which the next page begins, if there is one."""
    served = Relation.objects.factual().filter(subject=subject)
    ids = served.filter(vocabulary_id__gt=after).order_by("vocabulary_id")
    page = list(ids.values_list("vocabulary_id", flat=True).distinct()[: size + 1])
    rows = (
        served.filter(vocabulary_id__in=page[:size])
        .select_related("from_node", "to_node", "entry")
        .order_by("vocabulary_id", "recorded_at", "pk")
    )
    found = [
        Statement(name, list(relations))
        for name, relations in groupby(rows, key=lambda one: one.vocabulary_id)
    ]
    return found, page[size - 1] if len(page) > size else ""
