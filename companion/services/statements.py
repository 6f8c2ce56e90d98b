"""A vocabulary as a person looks at it: one line a statement, with what stands behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.models import Relation, Subject
from companion.services.vocabulary import carriers_of, ids_after, served, types_of

PAGE = 100


@dataclass(frozen=True, slots=True)
class Statement:
    vocabulary_id: str
    relations: Sequence[Relation]
    """Oldest first."""

    @property
    def first(self) -> Relation:
        """Whose words stand for all: those that said it first."""
        return self.relations[0]

    @property
    def is_stated(self) -> bool:
        return any(one.is_stated for one in self.relations)

    @property
    def types(self) -> Sequence[str]:
        return types_of(self.relations)

    @property
    def entries(self) -> list[str]:
        return list(dict.fromkeys(one.entry.label for one in self.relations))


def statements_of(subject: Subject, *, after: str = "") -> tuple[list[Statement], str | None]:
    """In the order of their ids, and the id after which the next page begins, if there is one."""
    shown, following = ids_after(subject, after, PAGE)
    carriers = carriers_of(served(subject).filter(vocabulary_id__in=shown))
    return [Statement(name, relations) for name, relations in carriers], following
