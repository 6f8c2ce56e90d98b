"""Moving house from SQLite: every row keeps its id, and what guards and finds them is there too."""

import os
import pickle
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from memory.models import Project, User
from tests.factories import make_memory, make_user
from tests.keeping.conftest import everything, found
from tests.memory.tampering import refused


@pytest.fixture
def empty(db: None, tmp_path: Path) -> Path:
    """A backup of the database as it was migrated."""
    call_command("backup", tmp_path / "empty")
    return tmp_path / "empty"


@pytest.fixture(scope="module")
def old_house(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Any]:
    """A SQLite database of another installation, and every row of it."""
    data = tmp_path_factory.mktemp("old_house")
    if connection.vendor == "sqlite":  # which spares it the migrating
        with django_db_blocker.unblock():
            call_command("backup", data / "waggle.sqlite3")
    own = {"WAGGLE_DATA_DIR": str(data), "DATABASE_URL": "", "REDIS_URL": ""}
    own["DJANGO_SETTINGS_MODULE"] = "waggle_site.settings"
    subprocess.run(
        [sys.executable, "-m", "tests.keeping.live_in", str(data / "rows")],
        cwd=settings.BASE_DIR,
        env=os.environ | own,
        check=True,
        timeout=120,
    )
    return data / "waggle.sqlite3", pickle.loads((data / "rows").read_bytes())  # noqa: S301 -- ours


@pytest.fixture
def file(old_house, tmp_path):
    return Path(shutil.copy(old_house[0], tmp_path / "old.sqlite3"))


def change(file, statement, *params):
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(statement, params)


def test_everything_comes_along(move_house, old_house, empty):
    file, rows = old_house
    before = file.read_bytes()
    move_house()
    call_command("restore", empty)

    call_command("copy_from", file)

    assert everything() == rows
    assert file.read_bytes() == before
    call_command("verify_audit")
    acme = Project.objects.get(slug="acme")
    assert found(acme, "granite roof quarried secret") == ["Slate is the roof, not granite."]
    assert found(acme, "屋根") == ["Günther rüstet um: 屋根 🪨\nzweite Zeile "]
    # What comes next takes the next id, and the guards stand.
    make_memory(acme, "Copper came later.")
    assert make_user("dora").pk > User.objects.get(username="alice").pk
    assert found(acme, "copper") == ["Copper came later."]
    refused("UPDATE memory_memory SET content = 'Thatch.'", match="does not change")
    refused("DELETE FROM memory_auditevent", match="append-only")


def test_a_database_in_use_is_not_mixed_with_another(acme, file):
    with pytest.raises(CommandError, match="in use"):
        call_command("copy_from", file)

    assert [project.slug for project in Project.objects.all()] == ["acme"]


def test_a_file_that_a_worker_writes_to_is_not_copied(db, file):
    change(file, "UPDATE memory_workerbeat SET at = ?", timezone.now().replace(tzinfo=None))

    with pytest.raises(CommandError, match="Stop Waggle"):
        call_command("copy_from", file)

    assert not User.objects.exists()


def test_a_file_of_an_older_waggle_is_brought_to_this_version_first(db, file):
    change(file, "DELETE FROM django_migrations WHERE app = 'proposals'")

    with pytest.raises(CommandError, match=r"lacks proposals\.0001_initial.*manage.py migrate"):
        call_command("copy_from", file)


def test_what_is_no_sqlite_database_is_refused(db, tmp_path):
    (tmp_path / "words").write_text("PGDMP and so on")

    for name, match in (("words", "of the other kind"), ("nowhere", "cannot be read")):
        with pytest.raises(CommandError, match=match):
            call_command("copy_from", tmp_path / name)


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite takes names of any length")
def test_a_row_that_does_not_fit_ends_it_with_nothing_copied(db, file):
    change(file, "UPDATE memory_user SET display_name = ?", "x" * 10_000)

    with pytest.raises(CommandError, match="A row of memory_user does not fit"):
        call_command("copy_from", file)

    assert not User.objects.exists()
