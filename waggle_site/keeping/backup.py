"""Backup and restore of the whole installation's database."""

import os
import tempfile
from datetime import timedelta
from pathlib import Path
from types import ModuleType

from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from memory.models import WorkerBeat
from waggle_site.health import A_BEAT_IS_FRESH_FOR
from waggle_site.keeping import postgres, sqlite
from waggle_site.keeping.refused import Refused

COMES_BY_ITSELF = {"contenttypes.ContentType", "auth.Permission", "memory.WorkerBeat"}


def back_up(file: Path, *, replace: bool) -> None:
    """Whole, proven readable, and only then under its name."""
    if file.exists() and (not replace or _is_the_database(file)):
        raise Refused(f"{file} is there already. Name another file, or add --replace.")
    if not file.parent.is_dir():
        raise Refused(f"There is no folder {file.parent}.")
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")  # for us alone
    made = Path(name)
    try:
        _engine().dump(made)
        _engine().check(made)
        os.fsync(handle)
        made.replace(file)
    finally:
        os.close(handle)
        made.unlink(missing_ok=True)


def restore(file: Path, *, replace: bool) -> None:
    """The file's database instead of this one, brought to this version's form."""
    refuse_while_waggle_lives()
    if not replace:
        refuse_a_used_database()
    refuse_another_kind(file, of=_engine())
    refuse_newer(_engine().check(file), file)
    _engine().load(file)
    call_command("migrate", interactive=False, verbosity=0)
    WorkerBeat.objects.all().delete()  # it tells of the day of the backup


def refuse_while_waggle_lives(using: str = "default") -> None:
    try:
        last = WorkerBeat.objects.using(using).order_by("-at").first()
    except DatabaseError:  # no such table yet
        return
    if last and timezone.now() - last.at < A_BEAT_IS_FRESH_FOR:
        waits = A_BEAT_IS_FRESH_FOR - (timezone.now() - last.at) + timedelta(seconds=1)
        raise Refused(
            "A worker has just said that it lives. Stop Waggle, and try again in"
            f" {waits.seconds} seconds."
        )


def refuse_a_used_database() -> None:
    there = set(connection.introspection.table_names())
    for model in apps.get_models():
        table = model._meta.db_table
        if not model._meta.managed or table not in there or model._meta.label in COMES_BY_ITSELF:
            continue
        if model._base_manager.exists():
            raise Refused(
                f"This database is in use: it has rows in {table}. Back it up, and add --replace"
                " if all of it is to go."
            )


def refuse_another_kind(file: Path, *, of: ModuleType) -> None:
    try:
        with file.open("rb") as opened:
            beginning = opened.read(16)
    except OSError as problem:
        raise Refused(f"{file} cannot be read: {problem.strerror}.") from problem
    if beginning.startswith(of.MAGIC):
        return
    if beginning.startswith((sqlite.MAGIC, postgres.MAGIC)):
        raise Refused(
            f"{file} is of the other kind of database. Where DATABASE_URL names one of its kind,"
            " `restore` takes it; `copy_from` moves a SQLite database into any other."
        )
    raise Refused(f"{file} is not a backup of Waggle.")


def refuse_newer(migrations: set[tuple[str, str]], file: Path) -> None:
    known = set(MigrationLoader(None).disk_migrations)
    ours = {app for app, _ in known}
    if ("memory", "0001_initial") not in migrations:
        raise Refused(f"{file} is not a backup of Waggle.")
    newer = sorted(f"{app}.{name}" for app, name in migrations - known if app in ours)
    if newer:
        raise Refused(f"{file} was made by a newer Waggle: it has {newer[0]}. Install that one.")


def _is_the_database(file: Path) -> bool:
    if connection.vendor != "sqlite":
        return False
    here = Path(connection.settings_dict["NAME"])
    return here.exists() and file.samefile(here)


def _engine() -> ModuleType:
    return postgres if connection.vendor == "postgresql" else sqlite
