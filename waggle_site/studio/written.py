"""Columns as the text that JSON carries, made by the database: for rows by the hundred thousand."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Func
from django.db.models.sql.compiler import SQLCompiler

Sql = tuple[str, tuple[str | int, ...]]
GROUPS = ((1, 8), (9, 4), (13, 4), (17, 4), (21, 12))
HYPHENATED = " || '-' || ".join(f"substr(%(expressions)s, {at}, {n})" for at, n in GROUPS)


class Written(Func):
    """An instant as `memory.times.iso` writes it."""

    output_field = CharField(null=True)

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any) -> Sql:
        return self.as_sql(
            compiler, connection, template="replace(%(expressions)s, ' ', 'T') || 'Z'"
        )

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any
    ) -> Sql:
        digits = """to_char(%(expressions)s AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"""
        return self.as_sql(compiler, connection, template=f"replace({digits}, '.000000Z', 'Z')")


class Dashed(Func):
    """A UUID as everybody writes it."""

    output_field = CharField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any) -> Sql:
        return self.as_sql(compiler, connection, template=HYPHENATED)

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any
    ) -> Sql:
        return self.as_sql(compiler, connection, template="%(expressions)s::text")
