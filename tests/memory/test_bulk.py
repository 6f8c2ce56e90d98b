"""Many rows at once are what one by one they would have been, on every database."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from memory.bulk import insert, new
from memory.models import Memory, Project
from tests.memory.rows import NOON, a_row

COUNT = 7


def rows(project: Project) -> list[Memory]:
    return [
        a_row(
            project,
            title=f"Number {at}",
            content=f"Größe {at}\n😀",
            tags=["a", f"t{at}"] if at % 2 else [],
            valid_until=NOON + timedelta(microseconds=at) if at % 3 else None,
            retired_by=None,
        )
        for at in range(1, COUNT + 1)
    ]


def test_what_is_read_back_is_what_was_given(acme: Project) -> None:
    given = insert(rows(acme))

    for one in given:
        kept = Memory.objects.get(pk=one.pk)
        for field in Memory._meta.concrete_fields:
            value = getattr(kept, field.attname)
            assert (bytes(value) if field.attname == "salt" else value) == getattr(
                one, field.attname
            ), field.attname


def test_the_next_row_has_the_next_key(acme: Project) -> None:
    first = [one.pk for one in insert(rows(acme))]
    second = [one.pk for one in insert(rows(acme)[:2])]
    third = [one.pk for one in insert(rows(acme))]

    keys = [*first, *second, *third]
    assert keys == sorted(set(keys))
    assert Memory.objects.filter(pk__in=keys).count() == len(keys)


def test_one_that_must_not_be_takes_all_others_with_it(acme: Project) -> None:
    good = rows(acme)
    bad = a_row(acme, public_id=good[0].public_id)

    with pytest.raises(IntegrityError), transaction.atomic():
        insert([*good, bad])
    assert not Memory.objects.in_project(acme).exists()
    assert insert([]) == []


def test_a_new_row_is_what_the_model_makes(acme: Project) -> None:
    said = {
        name: value
        for name, value in a_row(acme).__dict__.items()
        if not name.startswith("_") and name not in ("id", "tags")
    }

    made = new(Memory, **said)
    assert (made.tags, made.title, made.version, made.pk) == ([], "", 1, None)
    assert made.content == said["content"]
    assert made.tags is not new(Memory, **said).tags
