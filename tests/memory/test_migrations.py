"""Every migration has its way back, and the guards stand after the last one."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from urllib.parse import quote

import pytest
from django.core.management import call_command
from django.db import connection

ROUND_TRIP = """
import json
import django
from django.core.management import call_command
from django.db import connection

django.setup()

def schema():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 'table ' || table_name || ' ' || column_name || ' ' || data_type"
            " FROM information_schema.columns WHERE table_schema = 'public'"
            " UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'"
            " UNION SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal"
            " UNION SELECT 'function ' || proname FROM pg_proc"
            " WHERE pronamespace = 'public'::regnamespace"
            if connection.vendor == "postgresql"
            else "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master"
        )
        return sorted(row[0] for row in cursor.fetchall())

def migrate(*where):
    call_command("migrate", *where, verbosity=0)
    return schema()

print(json.dumps([migrate(), migrate("memory", "zero"), migrate()]))
"""
OURS = ("memory_", "proposals_", "companion_")


@pytest.fixture
def empty_database(db: None, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a database of its own, of the kind under test."""
    here = {"WAGGLE_DATA_DIR": str(tmp_path), "REDIS_URL": "", "DATABASE_URL": ""}
    if connection.vendor != "postgresql":
        yield here
        return
    known = connection.settings_dict
    name = f"{known['NAME']}_back"
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name}")
        cursor.execute(f"CREATE DATABASE {name}")
    user = quote(known["USER"]) + (f":{quote(known['PASSWORD'])}" if known["PASSWORD"] else "")
    port = f":{known['PORT']}" if known["PORT"] else ""
    yield here | {"DATABASE_URL": f"postgresql://{user}@{known['HOST']}{port}/{name}"}
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_they_run_backwards_to_nothing_and_forwards_to_the_same(
    empty_database: dict[str, str],
) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "waggle_site.settings"}

    done = subprocess.run(
        [sys.executable, "-c", ROUND_TRIP],
        env=os.environ | settings | empty_database,
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert done.returncode == 0, done.stderr
    there, back, again = json.loads(done.stdout)
    assert [line for line in there if "memory_auditevent_guard_delete" in line]
    assert [line for line in back if any(f" {name}" in line for name in OURS)] == []
    assert again == there


def test_no_migration_is_missing(db: None) -> None:
    told = StringIO()

    call_command("makemigrations", check=True, dry_run=True, stdout=told)

    assert "No changes detected" in told.getvalue()
