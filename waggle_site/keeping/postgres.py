"""PostgreSQL, through its own programs: they alone know all that a database may hold."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

from waggle_site.keeping.refused import Refused

MAGIC = b"PGDMP"
PLAIN = ("--no-owner", "--no-privileges")

# Whatever stands in our schema goes, tables of a newer version too; what extensions own stays.
EMPTY = """
SET lock_timeout = '20s';
DO $$ DECLARE one record; BEGIN
FOR one IN SELECT format('TABLE %I.%I', schemaname, tablename) AS what
    FROM pg_tables WHERE schemaname = current_schema()
LOOP EXECUTE 'DROP ' || one.what || ' CASCADE'; END LOOP;
FOR one IN SELECT 'FUNCTION ' || p.oid::regprocedure AS what FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND NOT EXISTS
    (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
LOOP EXECUTE 'DROP ' || one.what || ' CASCADE'; END LOOP;
FOR one IN SELECT format('TEXT SEARCH CONFIGURATION %I', cfgname) AS what FROM pg_ts_config
    WHERE cfgnamespace = current_schema()::regnamespace
    UNION ALL SELECT format('TEXT SEARCH DICTIONARY %I', dictname) FROM pg_ts_dict d
    WHERE dictnamespace = current_schema()::regnamespace AND NOT EXISTS
    (SELECT 1 FROM pg_depend e WHERE e.objid = d.oid AND e.deptype = 'e')
LOOP EXECUTE 'DROP ' || one.what || ' CASCADE'; END LOOP;
END $$;
"""


def dump(file: Path) -> None:
    refuse_older_programs()
    _run("pg_dump", "--format=custom", *PLAIN, f"--file={file}", *_where())


def check(file: Path) -> set[tuple[str, str]]:
    """Read all of it, and name the migrations it has."""
    _run("pg_restore", f"--file={os.devnull}", str(file))
    rows = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file))
    return set(_migrations(rows))


def load(file: Path) -> None:
    """In one transaction: what was there stays unless all of the new has come."""
    connection.close()
    with tempfile.TemporaryFile(dir=settings.WAGGLE_DATA_DIR) as script:
        script.write(f"BEGIN;{EMPTY}".encode())
        script.flush()
        _run("pg_restore", *PLAIN, "--file=-", str(file), stdout=script)
        script.seek(0, os.SEEK_END)
        script.write(b"COMMIT;")
        script.seek(0)
        _run("psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", *_where(), stdin=script)


def refuse_older_programs() -> None:
    """An older pg_dump does not know what a newer server holds, and says so late."""
    server = connection.cursor().connection.info.server_version // 10_000
    found = re.search(r"\) (\d+)", _run("pg_dump", "--version"))
    if found is None or int(found[1]) < server:
        raise Refused(
            f"pg_dump is older than the server. Install PostgreSQL {server}'s client programs"
            f" (Debian: postgresql-client-{server}) and put them first in PATH."
        )


def _migrations(rows: str) -> Iterator[tuple[str, str]]:
    for line in rows.splitlines():
        columns = line.split("\t")
        if len(columns) == 4:  # id, app, name, when
            yield columns[1], columns[2]


def _run(
    program: str,
    *arguments: str,
    stdin: IO[bytes] | None = None,
    stdout: IO[bytes] | int = subprocess.PIPE,
) -> str:
    done = subprocess.run(  # noqa: S603 -- a program of PostgreSQL's
        [_program(program), *arguments],
        env=_environment(),
        stdin=stdin or subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
    )
    if done.returncode:
        words = done.stderr.decode(errors="replace").strip()
        raise Refused(f"{program} did not succeed, and nothing was changed. {words}")
    return (done.stdout or b"").decode(errors="replace")


def _program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise Refused(
            f"{name} is not here. Install PostgreSQL's client programs"
            " (Debian: postgresql-client), of the server's version or newer."
        )
    return path


def _where() -> list[str]:
    known = connection.settings_dict
    named = {
        "dbname": known["NAME"],
        "user": known["USER"],
        "host": known["HOST"],
        "port": known["PORT"],
        **{name: value for name, value in known["OPTIONS"].items() if isinstance(value, str)},
    }
    return [f"--dbname={make_conninfo(**{name: v for name, v in named.items() if v})}"]


def _environment() -> dict[str, str]:
    """The password not among the arguments, where every user of the machine reads it."""
    password = connection.settings_dict["PASSWORD"]
    return os.environ | ({"PGPASSWORD": password} if password else {})
