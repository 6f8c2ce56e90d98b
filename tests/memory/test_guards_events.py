"""The record is append-only at the database, whoever asks and however."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from memory.audit import verify
from memory.models import AuditEvent, Project, User
from tests.factories import make_memory
from tests.memory.tampering import refused, run, unguarded

COLUMNS = [field.column for field in AuditEvent._meta.concrete_fields]


@pytest.mark.parametrize("column", COLUMNS)
def test_no_column_of_an_event_changes(acme: Project, column: str) -> None:
    refused(f"UPDATE memory_auditevent SET {column} = {column}", match="append-only")


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM memory_auditevent",
        "DELETE FROM memory_auditevent WHERE seq = (SELECT max(seq) FROM memory_auditevent)",
        "UPDATE memory_auditevent SET details = '{}' WHERE seq = 1",
    ],
)
def test_no_event_is_deleted_or_edited_by_sql(acme: Project, statement: str) -> None:
    refused(statement, match="append-only")


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no TRUNCATE")
@pytest.mark.parametrize("table", ["memory_auditevent", "memory_project"])
def test_the_record_is_not_emptied(acme: Project, table: str) -> None:
    refused(f"TRUNCATE {table} CASCADE", match="not emptied")


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a statement of SQLite's own")
@pytest.mark.parametrize("verb", ["INSERT OR REPLACE", "REPLACE"])
def test_no_event_is_replaced(acme: Project, verb: str) -> None:
    selected = ["'policy.changed'" if name == "type" else name for name in COLUMNS]
    renumbered = ["id + 1000" if name == "id" else name for name in COLUMNS]
    for values in (selected, renumbered):
        refused(
            f"{verb} INTO memory_auditevent ({', '.join(COLUMNS)})"
            f" SELECT {', '.join(values)} FROM memory_auditevent",
            match="not replaced",
        )


def test_no_event_changes_by_the_orm(acme: Project) -> None:
    event = AuditEvent.objects.earliest("seq")
    event.type = "policy.changed"

    for attempt in (
        event.save,
        event.delete,
        AuditEvent.objects.all().delete,
        lambda: AuditEvent.objects.update(details={}),
        lambda: AuditEvent.objects.bulk_update([event], ["type"]),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            attempt()
    assert verify(acme).broken_at is None


def test_a_number_is_given_once(acme: Project) -> None:
    event = AuditEvent.objects.latest("seq")
    event.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        event.save(force_insert=True)


def test_a_project_is_not_deleted_from_under_its_record(acme: Project) -> None:
    with pytest.raises(ProtectedError):
        acme.delete()
    refused("DELETE FROM memory_project WHERE id = %s", acme.pk)


def test_who_did_it_stays_readable_when_the_person_is_gone(acme: Project, bob: User) -> None:
    make_memory(acme, by=bob)
    made = AuditEvent.objects.get(type="proposal.created")

    bob.delete()

    made.refresh_from_db()
    assert made.actor["on_behalf_of"] == "bob"
    assert verify(acme).broken_at is None


def test_the_guards_are_what_refuses(acme: Project) -> None:
    with unguarded():
        run("UPDATE memory_auditevent SET type = 'policy.changed' WHERE seq = 1")

    assert verify(acme).broken_at == 1
    refused("DELETE FROM memory_auditevent", match="append-only")


def test_the_guards_stand_on_a_fresh_database(db: Any) -> None:
    names = (
        "SELECT tgname FROM pg_trigger WHERE tgname LIKE '%%_guard_%%' AND tgenabled = 'O'"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%%_guard_%%'"
    )
    with connection.cursor() as cursor:
        cursor.execute(names, [])
        found = {name for (name,) in cursor.fetchall()}

    assert found >= {
        f"memory_{table}_guard_{verb}"
        for table in ("memory", "edge", "auditevent")
        for verb in ("update", "delete")
    } | {"memory_edge_guard_insert", "memory_project_guard_update"}
