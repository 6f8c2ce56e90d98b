"""The tables of the full-text index, made by a migration for the database in use."""

from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.lookups import Lookup
from django.db.models.sql.compiler import SQLCompiler

from memory.models.memory import Memory


class FtsRowField(models.TextField):  # type: ignore[type-arg]
    """FTS5's hidden column named like its table: what MATCH is asked of."""


@FtsRowField.register_lookup
class Match(Lookup):
    lookup_name = "match"

    def as_sql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[str | int, ...]]:
        column, column_params = self.process_lhs(compiler, connection)
        query, query_params = self.process_rhs(compiler, connection)
        return f"{column} MATCH {query}", (*column_params, *query_params)


class SqliteNow(models.Model):
    """Current memories: neither retired, superseded and begun, nor erased."""

    memory = models.OneToOneField(
        Memory,
        models.DO_NOTHING,
        primary_key=True,
        db_column="rowid",
        related_name="in_now",
    )
    row = FtsRowField(db_column="memory_now")
    rank = models.FloatField()

    class Meta:
        managed = False
        db_table = "memory_now"

    def __str__(self) -> str:
        return str(self.pk)


class SqliteEver(models.Model):
    """All memories that are not erased, for questions about another instant."""

    memory = models.OneToOneField(
        Memory,
        models.DO_NOTHING,
        primary_key=True,
        db_column="rowid",
        related_name="in_ever",
    )
    row = FtsRowField(db_column="memory_ever")
    rank = models.FloatField()

    class Meta:
        managed = False
        db_table = "memory_ever"

    def __str__(self) -> str:
        return str(self.pk)


class PostgresIndex(models.Model):
    memory = models.OneToOneField(
        Memory, models.DO_NOTHING, primary_key=True, related_name="indexed"
    )
    document = SearchVectorField()
    is_current = models.BooleanField(default=True)

    class Meta:
        managed = False
        db_table = "memory_indexed"

    def __str__(self) -> str:
        return str(self.pk)
