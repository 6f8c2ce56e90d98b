"""The database itself keeps the words that were confirmed, and the facts: on both databases."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from companion.models import Draft, Entry, Subject
from memory.ids import new_id
from memory.models import Project
from memory.services.drop import drop_demo
from tests.factories import make_entry, make_project, make_user
from tests.memory.tampering import refused, run

OTHER: dict[str, Any] = {
    "public_id": "0" * 32,
    "number": 77,
    "text": "Other words.",
    "proposed": '{"resolution": "probable"}',
    "salt": b"fedcba9876543210",
    "digest": "f" * 64,
    "corrected": '["text"]',
    "provenance": "measured",
    "suggested_by": '{"type": "proposal"}',
    "imported_from": "x",
    "captured_at": "2020-01-01T00:00:00+00:00",
    "confirmed_at": "2020-01-01T00:00:00+00:00",
    "confirmed_by": '{"kind": "human", "name": "mallory"}',
    "erased_at": "2020-01-01T00:00:00+00:00",
}


@pytest.fixture
def kept(acme: Project) -> Entry:
    return make_entry(acme, "The harbour is open.", about="Harbour")


def erasure() -> dict[str, Any]:
    return {"text": "", "proposed": {}, "salt": b"", "erased_at": timezone.now()}


def change(row: Entry | Subject, **fields: Any) -> int:
    return type(row).objects.filter(pk=row.pk).update(**fields)


def refuse_change(row: Entry | Subject, **fields: Any) -> None:
    rows = type(row).objects.filter(pk=row.pk).values()
    before = rows.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        change(row, **fields)
    assert rows.all().get() == before


def test_every_column_is_guarded_here() -> None:
    columns = {field.name for field in Entry._meta.concrete_fields}
    assert columns == OTHER.keys() | {"id", "project", "subject"}


@pytest.mark.parametrize("column", OTHER)
def test_no_column_changes(kept: Entry, column: str) -> None:
    before = Entry.objects.values().get()

    refused(
        f"UPDATE companion_entry SET {column} = %s WHERE id = %s",
        OTHER[column],
        kept.pk,
        match="confirmed words do not change",
    )

    assert Entry.objects.values().get() == before


def test_it_does_not_move(kept: Entry, acme: Project, elsewhere: Project) -> None:
    other = make_entry(acme, about="Boiler")

    refuse_change(kept, project=elsewhere)
    refuse_change(kept, subject=other.subject)


def test_it_is_about_a_subject_of_its_project(kept: Entry, elsewhere: Project) -> None:
    stranger = make_entry(elsewhere).subject
    kept.pk, kept.public_id, kept.number = None, new_id(), 5
    kept.subject = stranger

    with pytest.raises(IntegrityError, match="stays within its project"), transaction.atomic():
        kept.save(force_insert=True)


def test_it_is_not_deleted(kept: Entry) -> None:
    refused("DELETE FROM companion_entry", match="not deleted")
    refused("DELETE FROM companion_subject", match="not deleted")
    with pytest.raises(IntegrityError), transaction.atomic():
        kept.subject.delete()

    assert Entry.objects.get() == kept


def test_it_is_not_replaced_or_emptied(kept: Entry) -> None:
    if connection.vendor == "postgresql":
        refused("TRUNCATE companion_entry CASCADE", match="not emptied")
    else:
        columns = ", ".join(field.column for field in Entry._meta.concrete_fields)
        values = columns.replace("text", "'Other words.'", 1)
        refused(
            f"REPLACE INTO companion_entry ({columns}) SELECT {values} FROM companion_entry",
            match="not replaced",
        )

    assert Entry.objects.get().text == "The harbour is open."


def test_it_is_erased_once_and_wholly(kept: Entry) -> None:
    for left in erasure():
        refuse_change(kept, **{name: one for name, one in erasure().items() if name != left})
    refuse_change(kept, **erasure() | {"text": "Other."})
    refuse_change(kept, **erasure(), digest="f" * 64)

    assert change(kept, **erasure()) == 1
    refuse_change(kept, erased_at=None)
    refuse_change(kept, text="The harbour is open.")


def test_a_subject_keeps_its_name_and_may_change_its_label(kept: Entry, elsewhere: Project) -> None:
    subject = kept.subject
    for column, value in (("subject_id", "x"), ("project", elsewhere), ("created_by", {})):
        refuse_change(subject, **{column: value})

    assert change(subject, label="The harbour") == 1


def test_a_subject_is_erased_with_its_name(kept: Entry) -> None:
    now = timezone.now()
    refuse_change(kept.subject, subject_id="erased-1", erased_at=now)

    assert change(kept.subject, subject_id="erased-1", label="", erased_at=now) == 1
    refuse_change(kept.subject, label="Harbour")


def test_a_demo_that_is_dropped_takes_its_evidence_along(db: None) -> None:
    owner = make_user()
    demo = make_project(owner=owner, is_demo=True)
    make_entry(demo)

    drop_demo(demo)

    assert not Entry.objects.exists()
    assert not Subject.objects.exists()
    assert not Draft.objects.exists()


def test_what_is_refused_would_otherwise_run(kept: Entry) -> None:
    assert run("UPDATE companion_subject SET label = %s WHERE id = %s", "x", kept.subject_id) == 1
