"""What a project is does not change; only a demo that was marked as dropped may go."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from memory.models import AuditEvent, Edge, Memory, Project, ProjectHead
from memory.services.drop import drop_demo
from tests.factories import make_memory, make_project
from tests.memory.tampering import refused, run


@pytest.fixture
def demo(alice: Any) -> Project:
    project = make_project("demo", owner=alice, is_demo=True)
    make_memory(project, supersedes=make_memory(project))
    return project


def drop(project: Project) -> None:
    run("UPDATE memory_project SET dropped_at = %s WHERE id = %s", timezone.now(), project.pk)


@pytest.mark.parametrize("table", ["memory_memory", "memory_edge", "memory_auditevent"])
def test_a_demo_that_stands_keeps_its_record(demo: Project, table: str) -> None:
    refused(f"DELETE FROM {table} WHERE project_id = %s", demo.pk)


@pytest.mark.parametrize("table", ["memory_memory", "memory_edge", "memory_auditevent"])
def test_a_dropped_demo_still_changes_in_nothing(demo: Project, table: str) -> None:
    drop(demo)

    column = "content" if table == "memory_memory" else "type"
    refused(f"UPDATE {table} SET {column} = 'note' WHERE project_id = %s", demo.pk)


def test_a_dropped_demo_goes_whole_and_another_stays(demo: Project, alice: Any) -> None:
    other = make_project("other", owner=alice, is_demo=True)
    make_memory(other)

    drop_demo(demo)

    for model in (Memory, Edge, AuditEvent, ProjectHead):
        assert not model.objects.filter(project=demo.pk).exists()
    assert Memory.objects.filter(project=other).count() == 1


def test_no_other_project_can_be_dropped(acme: Project) -> None:
    make_memory(acme)

    with pytest.raises(IntegrityError):
        drop_demo(acme)


def test_a_refused_drop_leaves_everything(acme: Project) -> None:
    make_memory(acme)

    with pytest.raises(IntegrityError), transaction.atomic():
        drop_demo(acme)

    assert Memory.objects.filter(project=acme).exists()
    assert AuditEvent.objects.filter(project=acme).exists()


def test_a_project_does_not_become_a_demo_to_be_dropped(acme: Project) -> None:
    refused("UPDATE memory_project SET dropped_at = %s", timezone.now())
    refused("UPDATE memory_project SET is_demo = true", match="does not change")
    refused("UPDATE memory_project SET is_demo = true, dropped_at = %s", timezone.now())


@pytest.mark.parametrize("column", ["public_id", "value_key"])
def test_what_digests_stand_on_does_not_change(acme: Project, column: str) -> None:
    value = b"k" * 32 if column == "value_key" else "0" * 32

    refused(f"UPDATE memory_project SET {column} = %s", value, match="does not change")


def test_its_name_and_purpose_may_change(acme: Project) -> None:
    assert Project.objects.filter(pk=acme.pk).update(name="Acme Works", purpose="Ships.") == 1


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a statement of SQLite's own")
def test_a_project_is_not_replaced_by_a_demo(acme: Project) -> None:
    columns = [field.column for field in Project._meta.concrete_fields]
    selected = ["1" if name == "is_demo" else name for name in columns]

    refused(
        f"REPLACE INTO memory_project ({', '.join(columns)})"
        f" SELECT {', '.join(selected)} FROM memory_project",
        match="not replaced",
    )
    assert connection.vendor == "sqlite"
