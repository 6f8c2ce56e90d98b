"""From a SQLite file into the database in use: every row under its own id, all or none."""

from collections.abc import Iterator
from contextlib import contextmanager
from graphlib import TopologicalSorter
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import ForeignKey, Model

from memory.models import WorkerBeat
from memory.services.reindex import index_anew
from waggle_site.keeping import sqlite
from waggle_site.keeping.backup import (
    refuse_a_used_database,
    refuse_another_kind,
    refuse_newer,
    refuse_while_waggle_lives,
)
from waggle_site.keeping.refused import Refused

SOURCE = "copied_from"
AT_ONCE = 1_000


def copy_from(file: Path) -> int:
    """The number of rows. The file stays as it is."""
    refuse_another_kind(file, of=sqlite)
    refuse_while_waggle_lives()
    refuse_a_used_database()
    migrations = sqlite.check(file)
    refuse_newer(migrations, file)
    refuse_older(migrations, file)
    call_command("migrate", interactive=False, verbosity=0)
    with _source(file), transaction.atomic(using=SOURCE):
        refuse_while_waggle_lives(SOURCE)
        with transaction.atomic():
            rows = _copy_all()
            index_anew()
    return rows


def refuse_older(migrations: set[tuple[str, str]], file: Path) -> None:
    missing = sorted(set(MigrationLoader(None).disk_migrations) - migrations)
    if missing:
        raise Refused(
            f"{file} was made by an older Waggle: it lacks {'.'.join(missing[0])}. Bring it to this"
            f" version first: DATABASE_URL=sqlite://{file.absolute()} manage.py migrate"
        )


@contextmanager
def _source(file: Path) -> Iterator[None]:
    known = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": f"{file.absolute().as_uri()}?mode=ro",
    }
    connections.settings[SOURCE] = connections.configure_settings({"default": {}, SOURCE: known})[
        SOURCE
    ]
    try:
        connections[SOURCE].connect()
        yield
    finally:
        connections[SOURCE].close()
        del connections[SOURCE]
        del connections.settings[SOURCE]


def _copy_all() -> int:
    for made_by_migrating in (Permission, ContentType):
        made_by_migrating._base_manager.all().delete()
    ContentType.objects.clear_cache()
    models = in_order()
    rows = 0
    for model in models:
        try:
            rows += _copy(model)
        except DatabaseError as problem:
            table = model._meta.db_table
            raise Refused(f"A row of {table} does not fit, so nothing was copied: {problem}") from (
                problem
            )
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
    return rows


def in_order() -> list[type[Model]]:
    """What is referred to first: guards look at it while a row comes in."""
    every = {
        model: [
            field.related_model
            for field in model._meta.fields
            if isinstance(field, ForeignKey) and field.related_model is not model
        ]
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and model is not WorkerBeat
    }
    return list(TopologicalSorter(every).static_order())


def _copy(model: type[Model]) -> int:
    count = 0
    rows = model._base_manager.using(SOURCE).order_by("pk").iterator(chunk_size=AT_ONCE)
    while batch := list(islice(rows, AT_ONCE)):
        model._base_manager.using("default").bulk_create(batch)
        came = model._base_manager.using("default").in_bulk([row.pk for row in batch])
        if any(_values(came[row.pk]) != _values(row) for row in batch):
            raise Refused(f"A row of {model._meta.db_table} changed on the way. Nothing is copied.")
        count += len(batch)
    return count


def _values(row: Model) -> list[Any]:
    values = (getattr(row, field.attname) for field in row._meta.concrete_fields)
    return [bytes(value) if isinstance(value, memoryview) else value for value in values]
