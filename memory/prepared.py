"""Questions whose SQL is written once: to write it takes Django longer than to have it answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property
from typing import Any, Generic, TypeVar, cast
from uuid import UUID

from django.db import connection, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from memory.authority import Instant

M = TypeVar("M", bound=models.Model)

SIZES = (1, 2, 5, 10, 25, 50, 100, 250)


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a value goes that is known only when the question is asked."""

    name: str


class Given(models.Expression):
    """Stands in a queryset for a value that is given later, by name: a number, a text, a
    time or a UUID."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.slot = Slot(name)

    def as_sql(  # type: ignore[override] # the stubs know no parameters but these of their own
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, list[Slot]]:
        return "%s", [self.slot]


def given_instant() -> Instant:
    """For `as_of` and `known_at`."""
    return Instant(cast(datetime, Given("as_of")), cast(datetime, Given("known_at")))


def given_list(name: str, size: int) -> list[Any]:
    return [Given(f"{name}{at}") for at in range(size)]


def values_of(instant: Instant) -> dict[str, datetime]:
    return {"as_of": instant.as_of, "known_at": instant.known_at}


def list_of(name: str, values: Sequence[object]) -> dict[str, object]:
    return {f"{name}{at}": value for at, value in enumerate(values)}


def fitting_lists(name: str, values: Sequence[object]) -> Iterator[tuple[int, dict[str, object]]]:
    """The values in lists of a few sizes, the last value repeated: so a few questions do."""
    for start in range(0, len(values), SIZES[-1]):
        part = list(values[start : start + SIZES[-1]])
        size = next(size for size in SIZES if size >= len(part))
        yield size, list_of(name, part + part[-1:] * (size - len(part)))


class Prepared(Generic[M]):
    """`build()` is the queryset, with `Given` where its values differ from one time to the next."""

    def __init__(self, build: Callable[[], models.QuerySet[M, Any]]) -> None:
        self.build = build
        self._written = cache(self._write)

    def _write(self, vendor: str) -> Written:
        compiler = self.build().query.get_compiler(connection=connection)
        return Written(compiler, *compiler.as_sql())

    def rows(self, **values: object) -> list[Any]:
        """The values of each row, as `values_list` names them."""
        written = self._written(connection.vendor)
        found = _fetch(written.sql, written.params, values)
        return [tuple(row) for row in written.converted(found)]

    def count(self, **values: object) -> int:
        written = self._written(connection.vendor)
        sql = f"SELECT count(*) FROM ({written.sql}) AS found"  # noqa: S608 - Django's own SQL
        [[count]] = _fetch(sql, written.params, values)
        return int(count)

    def models(self, **values: object) -> list[M]:
        """Instances, with what `select_related` and `annotate` asked for."""
        written = self._written(connection.vendor)
        found = written.converted(_fetch(written.sql, written.params, values))
        return [written.instance(row) for row in found]


class Written:
    """A question for one kind of database."""

    def __init__(self, compiler: SQLCompiler, sql: str, params: Sequence[Any]) -> None:
        self.compiler, self.sql, self.params = compiler, sql, params
        self.converters = compiler.get_converters([column for column, *_ in compiler.select])

    def converted(self, rows: Iterable[Sequence[Any]]) -> Iterable[Sequence[Any]]:
        return self.compiler.apply_converters(rows, self.converters) if self.converters else rows

    def instance(self, row: Sequence[Any]) -> Any:
        columns, names = self._columns
        one = self._info["model"].from_db(connection.alias, names, row[columns])
        for populator in self._related:
            populator.populate(row, one)
        for name, at in (self.compiler.annotation_col_map or {}).items():
            setattr(one, name, row[at])
        return one

    @cached_property
    def _info(self) -> Any:
        return self.compiler.klass_info

    @cached_property
    def _columns(self) -> tuple[slice, list[str]]:
        places = self._info["select_fields"]
        columns = slice(places[0], places[-1] + 1)
        return columns, [column.target.attname for column, *_ in self.compiler.select[columns]]

    @cached_property
    def _related(self) -> list[Any]:
        return get_related_populators(  # type: ignore[call-arg] # of a later Django
            self._info, self.compiler.select, connection.alias
        )


def _fetch(sql: str, params: Sequence[Any], values: dict[str, object]) -> list[Any]:
    filled: list[Any] = [
        _adapted(values[one.name]) if isinstance(one, Slot) else one for one in params
    ]
    with connection.cursor() as cursor:
        cursor.execute(sql, filled)
        found: list[Any] = cursor.fetchall()
    return found


def _adapted(value: object) -> object:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    return value
