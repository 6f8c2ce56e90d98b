"""What a list is narrowed to, beside its words and its authority."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BooleanField, F, Func, Q, Value
from django.db.models.sql.compiler import SQLCompiler

from memory.models.memory import MemoryQuerySet


class HasTag(Func):
    """Whatever its case."""

    output_field = BooleanField()
    arity = 2

    def as_sql(  # type: ignore[override] # the stubs know no parameters but these of their own
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, list[Any]]:
        tags, tag = (compiler.compile(one) for one in self.get_source_expressions())
        each = "jsonb_array_elements_text" if connection.vendor == "postgresql" else "json_each"
        sql = (
            f"EXISTS (SELECT 1 FROM {each}({tags[0]}) AS one"  # noqa: S608 - compiled expressions
            f" WHERE lower(one.value) = lower({tag[0]}))"
        )
        return sql, [*tags[1], *tag[1]]


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Of the kinds and authors any, of the tags all; `after` is part of the span, `before` not."""

    kinds: Sequence[str] = ()
    tags: Sequence[str] = ()
    authors: Sequence[str] = ()
    after: datetime | None = None
    before: datetime | None = None

    @property
    def is_kinds_alone(self) -> bool:
        return not (self.tags or self.authors or self.after or self.before)

    def of(self, memories: MemoryQuerySet) -> MemoryQuerySet:
        if self.kinds:
            memories = memories.filter(kind__in=self.kinds)
        for tag in self.tags:
            memories = memories.filter(HasTag(F("tags"), Value(tag)))
        by = Q()
        for name in self.authors:
            by |= Q(proposed_by__name__iexact=name) | Q(proposed_by__on_behalf_of__iexact=name)
        if self.after:
            by &= Q(valid_from__gte=self.after)
        if self.before:
            by &= Q(valid_from__lt=self.before)
        return memories.filter(by)
