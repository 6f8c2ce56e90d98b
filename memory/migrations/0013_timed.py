"""SQLite's index of what is current says of which memories the clock decides."""

from django.db import migrations

MARK = """
    UPDATE memory_now SET scope = scope || ' timed' WHERE rowid IN (
        SELECT id FROM memory_memory
        WHERE valid_until IS NOT NULL OR valid_from > recorded_at OR succeeded_at IS NOT NULL
    )
"""
UNMARK = "UPDATE {} SET scope = replace(scope, ' timed', '') WHERE scope LIKE '% timed'"


def mark(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(MARK)


def unmark(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for table in ("memory_now", "memory_ever"):
            schema_editor.execute(UNMARK.format(table))


class Migration(migrations.Migration):
    dependencies = [("memory", "0012_entry_number")]
    operations = [migrations.RunPython(mark, unmark)]
