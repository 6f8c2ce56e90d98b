"""The full-text index, in the engine of the database in use."""

from django.db import migrations

SQLITE = [
    "CREATE VIRTUAL TABLE {table} USING fts5(title, tags, content, scope,"
    " tokenize = 'porter unicode61 remove_diacritics 2')",
    # Title and tags weigh more; the scope only narrows.
    "INSERT INTO {table} ({table}, rank) VALUES ('rank', 'bm25(4.0, 2.0, 1.0, 0.0)')",
]
POSTGRES = [
    "CREATE TABLE memory_indexed (memory_id bigint PRIMARY KEY REFERENCES memory_memory (id)"
    " ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, document tsvector NOT NULL,"
    " is_current boolean NOT NULL DEFAULT true)",
    "CREATE INDEX memory_indexed_now ON memory_indexed USING gin (document) WHERE is_current",
    "CREATE INDEX memory_indexed_ever ON memory_indexed USING gin (document)",
]


def install(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for statement in POSTGRES:
            schema_editor.execute(statement)
        return
    for table in ("memory_now", "memory_ever"):
        for statement in SQLITE:
            schema_editor.execute(statement.format(table=table))


def remove(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TABLE memory_indexed")
        return
    for table in ("memory_now", "memory_ever"):
        schema_editor.execute(f"DROP TABLE {table}")


class Migration(migrations.Migration):
    dependencies = [("memory", "0002_guards")]
    operations = [migrations.RunPython(install, remove)]
