"""A restore looks before it replaces anything, and what it refuses to do leaves all as it was."""

import shutil
import sqlite3
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from memory.models import Memory, WorkerBeat
from tests.factories import make_memory
from tests.keeping.conftest import everything
from tests.memory.tampering import run, unguarded
from waggle_site.keeping.backup import refuse_newer
from waggle_site.keeping.refused import Refused


@pytest.fixture
def file(acme, tmp_path):
    """A backup of the empty database that was before this test's own transaction."""
    path = tmp_path / "backup"
    call_command("backup", path)
    return path


@pytest.fixture
def refused():
    def attempt(file, match, **options):
        before = everything()
        with pytest.raises(CommandError, match=match) as refusal:
            call_command("restore", file, **options)
        assert everything() == before
        assert refusal.value.returncode == 1

    return attempt


def test_a_database_in_use_stays_unless_told_to_go(committed_db, acme, refused, tmp_path):
    file = tmp_path / "backup"
    make_memory(acme, "Slate is the roof.")
    call_command("backup", file)
    make_memory(acme, "Thatch came later.")

    refused(file, "This database is in use")
    call_command("restore", file, replace=True)

    assert [memory.content for memory in Memory.objects.all()] == ["Slate is the roof."]


def test_a_worker_that_lives_is_not_robbed_of_its_database(file, refused):
    WorkerBeat.objects.create(name="worker", at=timezone.now() - timedelta(seconds=20))

    refused(file, r"Stop Waggle, and try again in (40|41) seconds", replace=True)


def test_damage_is_found_before_anything_is_replaced(file, refused, tmp_path):
    words = file.read_bytes()
    cut, changed, empty = (tmp_path / name for name in ("cut", "changed", "empty"))
    cut.write_bytes(words[: len(words) // 2])
    half = len(words) // 2
    changed.write_bytes(words[:half] + bytes(byte ^ 255 for byte in words[half:]))
    empty.touch()

    refused(cut, "damaged|did not succeed", replace=True)
    refused(changed, "damaged|did not succeed", replace=True)
    refused(empty, "not a backup", replace=True)
    refused(tmp_path / "nowhere", "cannot be read: No such file", replace=True)


def test_a_backup_of_the_other_kind_is_refused_with_the_way(file, refused, tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.write_bytes(b"PGDMP" if connection.vendor == "sqlite" else b"SQLite format 3\0")

    refused(other, "of the other kind", replace=True)


def test_a_backup_of_a_newer_waggle_is_refused(file):
    there = {("memory", "0001_initial"), ("memory", "9999_x"), ("another_app", "0001_initial")}

    with pytest.raises(Refused, match=r"made by a newer Waggle: it has memory\.9999_x"):
        refuse_newer(there, file)

    refuse_newer(there - {("memory", "9999_x")}, file)


def test_a_record_that_does_not_hold_is_told(committed_db, acme, tmp_path):
    make_memory(acme, "Slate is the roof.")
    with unguarded():
        run("UPDATE memory_memory SET content = 'Thatch is the roof.'")
    call_command("backup", tmp_path / "altered")

    with pytest.raises(CommandError, match=r"acme: event .* the words of M-001"):
        call_command("restore", tmp_path / "altered", replace=True)


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a file of SQLite")
def test_some_other_file_of_sqlite_is_refused(file, refused, tmp_path):
    other = tmp_path / "other.sqlite3"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE django_migrations (app, name)")
    database.close()

    refused(other, "not a backup of Waggle", replace=True)


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="programs of PostgreSQL's")
def test_programs_that_are_missing_or_older_are_named(acme, tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(CommandError, match="pg_dump is not here"):
        call_command("backup", tmp_path / "one")

    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'")
    old.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(old))
    with pytest.raises(CommandError, match="pg_dump is older than the server"):
        call_command("backup", tmp_path / "one")

    assert [path.name for path in tmp_path.iterdir()] == ["pg_dump"]
