"""A line for each thing, and a problem ends it with 1."""

import shutil
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from memory.models import WorkerBeat
from tests.factories import make_memory
from tests.memory.tampering import run, settle, unguarded
from waggle_site.doctor import database, exposure, machine


@pytest.fixture
def healthy(acme, settings, tmp_path):
    """An installation without a fault, its data folder its owner's alone."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    (folder / "secret_key").touch(mode=0o600)
    settings.WAGGLE_DATA_DIR = folder
    settings.ALLOWED_HOSTS = ["localhost"]  # the tests' own host is none of an installation's
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    settings.REDIS_URL = ""
    WorkerBeat.objects.create(name="worker", at=timezone.now())
    make_memory(acme)
    return settings


@pytest.fixture
def ask(capsys):
    """What is not ok, and how it ends."""

    def doctor():
        try:
            call_command("doctor")
            code = 0
        except CommandError as end:
            code = end.returncode
        lines = capsys.readouterr().out.splitlines()
        return SimpleNamespace(
            code=code, lines=lines, bad=[line for line in lines if not line.startswith("ok")]
        )

    return doctor


def test_all_is_well(healthy, ask):
    told = ask()

    assert (told.bad, told.code) == ([], 0)
    words = "\n".join(told.lines)
    engine = "SQLite 3." if connection.vendor == "sqlite" else "PostgreSQL 1"
    for part in ("Python 3.", "Django 5.", engine, "MB free", "all applied", "guarded", "chain"):
        assert part in words


def test_a_warning_is_no_problem(healthy, ask):
    WorkerBeat.objects.update(at=timezone.now() - timedelta(minutes=5))

    told = ask()

    assert (len(told.bad), told.code) == (1, 0)
    assert told.bad[0].startswith("warning  worker: silent since")


def test_a_worker_that_never_was_is_missed(healthy, ask):
    WorkerBeat.objects.all().delete()

    assert ask().bad == [
        "warning  worker: None has ever run here. `make run` starts one with the portal."
    ]


def test_altered_words_are_a_problem(healthy, ask):
    with unguarded():
        run("UPDATE memory_memory SET content = 'Thatch.'")

    told = ask()

    assert told.code == 1
    assert "problem  record: acme: event" in told.bad[0]
    assert "the words of M-001" in told.bad[0]


def test_a_guard_that_is_gone_is_missed_by_name(healthy, ask):
    settle()
    on = " ON memory_auditevent" if connection.vendor == "postgresql" else ""
    run(f"DROP TRIGGER memory_auditevent_guard_delete{on}")

    [line] = ask().bad

    assert line.startswith("problem  guards: memory_auditevent_guard_delete: gone or disabled")


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite disables none")
def test_a_guard_that_is_disabled_is_missed(healthy, ask):
    settle()
    run("ALTER TABLE memory_memory DISABLE TRIGGER memory_memory_guard_update")

    assert "memory_memory_guard_update: gone or disabled" in ask().bad[0]


def test_every_guard_that_stands_is_looked_for(db):
    standing = {name for name in database._standing_guards() if "_guard_" in name}

    assert standing == database._wanted_guards()


def test_a_migration_that_waits_is_a_problem(healthy, ask):
    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")

    told = ask()

    assert told.code == 1
    assert told.bad == ["problem  migrations: 1 are not applied. Run manage.py migrate."]


def test_a_database_of_a_newer_waggle_is_a_problem(healthy, ask):
    MigrationRecorder(connection).record_applied("memory", "9999_later")

    assert ask().bad[0].startswith("problem  migrations: A newer Waggle made memory.9999_later.")


def test_a_database_that_is_away_is_told_and_not_raised(monkeypatch):
    def away():
        raise OperationalError("no route")

    monkeypatch.setattr(connection, "ensure_connection", away)

    [finding] = database.examine()

    assert (finding.level, finding.about) == ("problem", "database")
    assert "no route" in finding.says


def test_redis_that_is_away_is_a_problem_without_its_password(healthy, ask):
    healthy.REDIS_URL = "redis://:secret@127.0.0.1:1"
    nowhere = {"hosts": ["redis://127.0.0.1:1"]}
    healthy.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": nowhere}
    }

    assert ask().bad == ["problem  live updates: 127.0.0.1:1 does not answer. See REDIS_URL."]


def test_a_data_folder_that_others_read_is_told(healthy, ask):
    healthy.WAGGLE_DATA_DIR.chmod(0o755)
    assert ask().bad[0].startswith("warning  data folder: Others can look into")

    (healthy.WAGGLE_DATA_DIR / "secret_key").chmod(0o644)
    assert ask().bad[0].startswith("problem  data folder: Others can read")


@pytest.mark.parametrize(
    ("free", "level"), [(99 * 10**6, "problem"), (999 * 10**6, "warning"), (10**9, "ok")]
)
def test_room_runs_out_by_and_by(tmp_path, free, level):
    assert machine.room(free, tmp_path).level == level


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite needs no programs")
def test_without_pg_dump_no_backup_would_work(healthy, ask, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)

    assert ask().bad[0].startswith("warning  backup: It would not work: pg_dump is not here.")


PUBLIC = {
    "WAGGLE_BASE_URL": "https://waggle.example",
    "ALLOWED_HOSTS": ["waggle.example"],
    "CSRF_TRUSTED_ORIGINS": ["https://waggle.example"],
    "HOST": "127.0.0.1",
    "DEBUG": False,
}
PLAIN = {"WAGGLE_BASE_URL": "http://waggle.example"}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, []),
        ({"DEBUG": True}, ["problem"]),
        ({"ALLOWED_HOSTS": ["*"]}, ["problem"]),
        ({"ALLOWED_HOSTS": ["another.example"]}, ["problem"]),
        ({"CSRF_TRUSTED_ORIGINS": []}, ["warning"]),
        (PLAIN | {"CSRF_TRUSTED_ORIGINS": ["http://waggle.example"]}, ["warning"]),
        (
            {
                "WAGGLE_BASE_URL": "http://localhost:8000",
                "CSRF_TRUSTED_ORIGINS": ["http://localhost:8000"],
                "ALLOWED_HOSTS": ["localhost"],
                "HOST": "0.0.0.0",  # noqa: S104 -- which is what is told
            },
            ["warning"],
        ),
    ],
)
def test_settings_that_are_dangerous_together(settings, given, told):
    for name, value in (PUBLIC | given).items():
        setattr(settings, name, value)

    assert [finding.level for finding in exposure.dangers()] == told
