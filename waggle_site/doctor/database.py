"""The database, what guards it, and what it records."""

import sqlite3
from collections.abc import Iterator
from importlib.metadata import version

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import OperationalError

from memory.models import Project
from waggle_site.doctor.finding import Finding, ok, problem, warning
from waggle_site.keeping import postgres
from waggle_site.keeping.proof import faults
from waggle_site.keeping.refused import Refused

OLDEST_POSTGRES = 14
GUARDS = {
    "memory_memory": {"insert", "update", "delete", "succession"},
    "memory_edge": {"insert", "update", "delete"},
    "memory_auditevent": {"update", "delete"},
    "memory_project": {"update"},
    "companion_entry": {"insert", "update", "delete"},
    "companion_subject": {"update", "delete"},
    "companion_node": {"update", "delete"},
    "companion_relation": {"insert", "update", "delete"},
    "companion_relationevent": {"update", "delete"},
}
GUARDS_OF = {
    "sqlite": {table: {"replace"} for table in GUARDS},
    "postgresql": {table: {"truncate"} for table in GUARDS.keys() - {"memory_project"}},
}


def examine() -> Iterator[Finding]:
    try:
        connection.ensure_connection()
    except OperationalError as reason:
        yield problem("database", f"It does not answer: {reason}. See DATABASE_URL.")
        return
    yield from _postgres() if connection.vendor == "postgresql" else _sqlite()
    waiting = migrations()
    yield waiting
    if waiting.level == "ok":
        yield guards()
        yield from record()


def migrations() -> Finding:
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    ours = {app for app, _ in graph.nodes}
    newer = [
        f"{app}.{name}"
        for app, name in executor.loader.applied_migrations
        if app in ours and (app, name) not in executor.loader.disk_migrations
    ]
    waiting = executor.migration_plan(graph.leaf_nodes())
    if newer:
        return problem("migrations", f"A newer Waggle made {min(newer)}. Run that version.")
    if waiting:
        return problem("migrations", f"{len(waiting)} are not applied. Run manage.py migrate.")
    return ok("migrations", "all applied")


def guards() -> Finding:
    missing = sorted(_wanted_guards() - _standing_guards())
    if missing:
        return problem(
            "guards",
            f"{', '.join(missing)}: gone or disabled, so the record can be altered. Find out who"
            " did it; then restore a backup, or install them again (0002_guards of both apps).",
        )
    return ok("guards", "words and events are guarded by the database")


def record() -> Iterator[Finding]:
    broken = faults()
    for fault in broken:
        yield problem("record", f"{fault}. Compare with a backup and an anchor of before.")
    if not broken:
        count = Project.objects.count()
        yield ok("record", f"the chain of each of {count} projects holds, and its words with it")


def _sqlite() -> Iterator[Finding]:
    about = f"SQLite {sqlite3.sqlite_version}"
    if not has_fts5():
        yield problem(
            "database", f"{about} was built without FTS5. Use a Python whose SQLite has it."
        )
    with connection.cursor() as cursor:
        [verdict] = cursor.execute("PRAGMA quick_check(1)").fetchone()
        [journal] = cursor.execute("PRAGMA journal_mode").fetchone()
    where = connection.settings_dict["NAME"]
    if verdict != "ok":
        yield problem("database", f"{where} is damaged: {verdict}. Restore a backup.")
    elif journal != "wal":
        yield warning("database", f"{where} cannot keep a write-ahead log. Put it on a local disk.")
    else:
        yield ok("database", f"{about} with FTS5, {where}")


def has_fts5() -> bool:
    probe = sqlite3.connect(":memory:")
    try:
        probe.execute("CREATE VIRTUAL TABLE probe USING fts5(words)")
    except sqlite3.OperationalError:
        return False
    finally:
        probe.close()
    return True


def _postgres() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version'), current_setting('server_version_num')::int,"
            " current_setting('server_encoding')"
        )
        server, number, encoding = cursor.fetchone()
    about = f"PostgreSQL {server}, psycopg {version('psycopg')}"
    if number < OLDEST_POSTGRES * 10_000:
        yield problem("database", f"{about}: it must be {OLDEST_POSTGRES} or newer. Upgrade it.")
    elif encoding != "UTF8":
        yield problem("database", f"{about} stores {encoding}. Make a database in UTF8, and move.")
    else:
        yield ok("database", about)
    try:
        postgres.refuse_older_programs()
    except Refused as reason:
        yield warning("backup", f"It would not work: {reason}")


def _wanted_guards() -> set[str]:
    return {
        f"{table}_guard_{moment}"
        for kinds in (GUARDS, GUARDS_OF[connection.vendor])
        for table, moments in kinds.items()
        for moment in moments
    }


def _standing_guards() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
            if connection.vendor == "postgresql"
            else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        )
        return {name for [name] in cursor.fetchall()}
