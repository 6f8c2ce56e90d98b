"""PostgreSQL's English drops words that a question may consist of; this one keeps and stems all."""

from django.db import migrations

INSTALL = [
    "CREATE TEXT SEARCH DICTIONARY waggle_stem (TEMPLATE = snowball, LANGUAGE = english)",
    "CREATE TEXT SEARCH CONFIGURATION waggle (COPY = pg_catalog.simple)",
    "ALTER TEXT SEARCH CONFIGURATION waggle ALTER MAPPING FOR asciiword, word WITH waggle_stem",
]
REMOVE = [
    "DROP TEXT SEARCH CONFIGURATION waggle",
    "DROP TEXT SEARCH DICTIONARY waggle_stem",
]


def install(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for statement in INSTALL:
            schema_editor.execute(statement)


def remove(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for statement in REMOVE:
            schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("memory", "0006_newest_of_a_kind")]
    operations = [migrations.RunPython(install, remove)]
