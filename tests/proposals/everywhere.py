"""Looks for a word in all that the database holds, its index and its files among it."""

from pathlib import Path

from django.db import connection


def tables_with(word: str) -> set[str]:
    """Every table that has the word in any column, whatever the column's type."""
    found = set()
    with connection.cursor() as cursor:
        for table in _tables():
            cursor.execute(f'SELECT * FROM "{table}"')
            if any(_has(value, word.lower()) for row in cursor.fetchall() for value in row):
                found.add(table)
    return found


def _tables() -> list[str]:
    # FTS5's own tables are not listed as tables of the schema.
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            return [name for [name] in cursor.fetchall()]
    return connection.introspection.table_names()


def _has(value: object, word: str) -> bool:
    if isinstance(value, bytes | memoryview):
        return word.encode() in bytes(value).lower()
    return word in str(value).lower()


def samples_with(word: str) -> set[str]:
    """The tables of which PostgreSQL's planner keeps the word as an example."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename, s::text FROM pg_stats s WHERE schemaname = 'public'")
        return {table for table, kept in cursor.fetchall() if word.lower() in kept.lower()}


def files_with(word: str) -> set[str]:
    """The files of SQLite that hold the word's bytes."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA database_list")
        path = Path(cursor.fetchone()[2])
    files = [path, path.with_name(f"{path.name}-wal")]
    return {
        one.name.removeprefix(path.name)
        for one in files
        if one.exists() and word.lower().encode() in one.read_bytes().lower()
    }
