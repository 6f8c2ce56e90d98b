"""The database itself keeps the words: by raw SQL and by the ORM, on both databases."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from memory.models import Memory, Project
from tests.memory.recorded import make_memory, retire
from tests.memory.rows import a_row, hour
from tests.memory.tampering import refused, run

OTHER: dict[str, Any] = {
    "public_id": uuid4().hex,
    "number": 77,
    "kind": "goal",
    "title": "Another title",
    "content": "Other words.",
    "tags": '["other"]',
    "starts_when_applied": False,
    "valid_from": "2020-01-01T00:00:00+00:00",
    "valid_until": "2090-01-01T00:00:00+00:00",
    "salt": b"fedcba9876543210",
    "digest": "f" * 64,
    "value": "f" * 64,
    "lineage": uuid4().hex,
    "version": 7,
    "recorded_at": "2020-01-01T00:00:00+00:00",
    "erased_at": "2020-01-01T00:00:00+00:00",
    "proposal_id": uuid4().hex,
    "proposed_by": '{"kind": "human", "name": "mallory"}',
    "applied_by": '{"kind": "human", "name": "mallory"}',
    "approved_by": '[{"name": "mallory"}]',
    "evidence_ids": '["x"]',
    "succeeded_at": "2020-01-01T00:00:00+00:00",
}
NOT_SO = "does not change|succeeded by its next version"
MAY_END = {"id", "project", "retired_at", "retired_by"}
ERASED = {"title": "", "content": "", "tags": [], "salt": b"", "erased_at": hour(0)}


@pytest.fixture
def kept(acme: Project) -> Memory:
    return make_memory(acme, "The harbour is open.", title="Harbour", tags=["sea"])


def change(memory: Memory, **fields: Any) -> int:
    return Memory.objects.filter(pk=memory.pk).update(**fields)


def refuse_change(memory: Memory, **fields: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        change(memory, **fields)


def test_every_column_is_guarded_here_or_may_end() -> None:
    assert {field.name for field in Memory._meta.concrete_fields} == OTHER.keys() | MAY_END


@pytest.mark.parametrize("column", OTHER)
def test_no_column_changes_by_sql(kept: Memory, column: str) -> None:
    cast = {"tags": "jsonb", "salt": "bytea"}.get(column, "") or (
        "jsonb" if column in {"proposed_by", "applied_by", "approved_by", "evidence_ids"} else ""
    )
    value = f"%s::{cast}" if cast and connection.vendor == "postgresql" else "%s"

    refused(f"UPDATE memory_memory SET {column} = {value}", OTHER[column], match=NOT_SO)


def test_it_does_not_move_to_another_project(kept: Memory, elsewhere: Project) -> None:
    refused("UPDATE memory_memory SET project_id = %s", elsewhere.pk)
    refused("UPDATE memory_memory SET id = id + 1000")


def test_no_words_change_by_the_orm(kept: Memory) -> None:
    kept.content = "Other words."
    with pytest.raises(IntegrityError), transaction.atomic():
        kept.save()

    refuse_change(kept, title="Another title")
    assert Memory.objects.get(pk=kept.pk).content == "The harbour is open."


def test_it_is_not_deleted(kept: Memory) -> None:
    refused("DELETE FROM memory_memory WHERE id = %s", kept.pk)
    with pytest.raises((IntegrityError, ProtectedError)), transaction.atomic():
        kept.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        Memory.objects.filter(pk=kept.pk)._raw_delete("default")

    assert Memory.objects.filter(pk=kept.pk).exists()


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no TRUNCATE")
@pytest.mark.parametrize("table", ["memory_memory", "memory_edge", "memory_project"])
def test_it_is_not_emptied(kept: Memory, table: str) -> None:
    refused(f"TRUNCATE {table} CASCADE", match="not emptied")


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a statement of SQLite's own")
def test_it_is_not_replaced(kept: Memory) -> None:
    columns = [field.column for field in Memory._meta.concrete_fields]
    selected = ["'Other words.'" if name == "content" else name for name in columns]

    refused(
        f"INSERT OR REPLACE INTO memory_memory ({', '.join(columns)})"
        f" SELECT {', '.join(selected)} FROM memory_memory"
    )


def test_it_is_not_overwritten_by_a_row_with_its_number(kept: Memory, acme: Project) -> None:
    rival = a_row(acme, number=kept.number, content="Other words.")

    with pytest.raises(IntegrityError), transaction.atomic():
        Memory.objects.bulk_create(
            [rival],
            update_conflicts=True,
            unique_fields=["project", "number"],
            update_fields=["content"],
        )


def test_it_has_one_successor_at_most(acme: Project, kept: Memory) -> None:
    make_memory(acme, supersedes=kept)

    with pytest.raises(IntegrityError), transaction.atomic():
        Memory.objects.bulk_create([a_row(acme, lineage=kept.lineage, version=2)])


def test_a_superseded_one_is_not_brought_back(acme: Project, kept: Memory) -> None:
    new = make_memory(acme, supersedes=kept)

    refuse_change(kept, succeeded_at=None)
    refuse_change(kept, succeeded_at=hour(999_999))

    assert Memory.objects.get(pk=kept.pk).succeeded_at == new.recorded_at


@pytest.mark.parametrize("version", [1, 3])
def test_a_version_follows_the_one_before_it(acme: Project, kept: Memory, version: int) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Memory.objects.bulk_create([a_row(acme, lineage=kept.lineage, version=version)])

    assert Memory.objects.bulk_create([a_row(acme, lineage=kept.lineage, version=2)])


def test_no_lineage_goes_on_in_another_project(kept: Memory, elsewhere: Project) -> None:
    with pytest.raises(IntegrityError, match="follows the one before"), transaction.atomic():
        Memory.objects.bulk_create([a_row(elsewhere, lineage=kept.lineage, version=2)])


def test_its_window_has_length(acme: Project) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Memory.objects.bulk_create([a_row(acme, valid_from=hour(1), valid_until=hour(1))])

    assert Memory.objects.bulk_create([a_row(acme, valid_from=hour(1), valid_until=hour(1.001))])


def test_it_is_retired_once(acme: Project) -> None:
    retired = retire(make_memory(acme))

    refuse_change(retired, retired_at=hour(0))
    refuse_change(retired, retired_at=None, retired_by=None)
    refuse_change(retired, retired_by=uuid4())

    now = Memory.objects.get(pk=retired.pk)
    assert (now.retired_at, now.retired_by) == (retired.retired_at, retired.retired_by)


def test_it_is_erased_once_and_wholly(kept: Memory) -> None:
    assert change(kept, **ERASED) == 1

    refuse_change(kept, erased_at=hour(1))
    refuse_change(kept, erased_at=None)
    refuse_change(kept, content="The harbour is open.")


def test_a_retired_one_can_be_erased_too(acme: Project) -> None:
    assert change(retire(make_memory(acme)), **ERASED) == 1


@pytest.mark.parametrize("left", ["title", "content", "tags", "salt", "erased_at"])
def test_half_an_erasure_is_refused(kept: Memory, left: str) -> None:
    refuse_change(kept, **{name: value for name, value in ERASED.items() if name != left})

    assert change(kept, **ERASED) == 1


@pytest.mark.parametrize(
    "instead", [{"content": "Other."}, {"title": "Other"}, {"tags": ["x"]}, {"salt": b"x"}]
)
def test_an_erasure_writes_no_other_words(kept: Memory, instead: dict[str, Any]) -> None:
    refuse_change(kept, **(ERASED | instead))
    refuse_change(kept, **ERASED, digest="f" * 64)

    assert change(kept, **ERASED) == 1


def test_the_guards_answer_before_anything_is_written(kept: Memory) -> None:
    refused("UPDATE memory_memory SET retired_at = recorded_at, content = 'Other words.'")

    assert run("UPDATE memory_memory SET retired_at = recorded_at WHERE id = %s", kept.pk) == 1
