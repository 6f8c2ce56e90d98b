"""SQLite, through its own backup interface: a server that runs meanwhile is not disturbed."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from django.db import connection

from waggle_site.keeping.refused import Refused

MAGIC = b"SQLite format 3\0"
PATIENCE = 20
"""Seconds that a writer may keep the database from being replaced."""


def dump(file: Path) -> None:
    path = _here()
    if not path.is_file():
        raise Refused(f"There is no database at {path} yet.")
    _copy(path, file)
    with closing(_open(file, "rw")) as made:
        made.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it


def check(file: Path) -> set[tuple[str, str]]:
    """Read all of it, and name the migrations it has."""
    try:
        with closing(_open(file, "ro")) as database:
            [[verdict], *_] = database.execute("PRAGMA integrity_check").fetchall()
            loose = database.execute("PRAGMA foreign_key_check").fetchone()
            rows = database.execute("SELECT app, name FROM django_migrations").fetchall()
    except sqlite3.Error as problem:
        raise Refused(f"{file} is damaged, or not Waggle's: {problem}.") from problem
    if verdict != "ok":
        raise Refused(f"{file} is damaged: {verdict}.")
    if loose:
        raise Refused(f"{file} is damaged: a row of {loose[0]} refers to one that is gone.")
    return {(app, name) for app, name in rows}


def load(file: Path) -> None:
    """In one transaction: whoever has the database open reads the old one or the new one."""
    connection.close()
    _copy(file, _here())


def _copy(source: Path, target: Path) -> None:
    try:
        with closing(_open(source, "ro")) as old, closing(_open(target, "rwc")) as new:
            # All in one step: a copy in several begins again whenever somebody writes.
            old.backup(new, progress=_until(time.monotonic() + PATIENCE), sleep=0.1)
    except sqlite3.Error as problem:
        raise Refused(f"{source} was not copied to {target}: {problem}.") from problem


def _until(end: float) -> Callable[[int, int, int], None]:
    def look(status: int, remaining: int, total: int) -> None:
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED} and time.monotonic() > end:
            raise Refused("Something else writes to the database. Stop Waggle, and try again.")

    return look


def _here() -> Path:
    return Path(connection.settings_dict["NAME"])


def _open(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)
