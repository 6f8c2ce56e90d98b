"""A demo may become an ordinary project; never the other way round, for only a demo is dropped."""

from importlib import import_module

from django.db import migrations

guards = import_module("memory.migrations.0002_guards")


def _again(schema_editor, change):
    vendor = schema_editor.connection.vendor
    (table, event, condition, words) = next(
        rule for rule in guards.rules(vendor) if rule[0] == "memory_project"
    )
    condition = change(condition)
    name = guards._name(table, event)
    if vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}")
        schema_editor.execute(f"DROP FUNCTION IF EXISTS {name}()")
        guards._install_postgres(schema_editor, table, event, condition, words)
    else:
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}")
        schema_editor.execute(
            f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW WHEN {condition}"
            f" BEGIN SELECT RAISE(ABORT, '{words}'); END"
        )


def let_go(apps, schema_editor):
    _again(schema_editor, lambda condition: condition)


def hold(apps, schema_editor):
    _again(schema_editor, lambda condition: f"OLD.is_demo <> NEW.is_demo OR {condition}")


class Migration(migrations.Migration):
    dependencies = [("memory", "0014_last_visit")]
    operations = [migrations.RunPython(let_go, hold)]
