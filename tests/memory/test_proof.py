"""The chain may hold while the memories beside it were altered: the proof compares them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import search
from memory.models import Memory
from memory.proof import prove
from tests.memory.recorded import make_memory, retire
from tests.memory.tampering import run, settle, unguarded


@pytest.fixture
def roof(acme):
    ground = make_memory(acme, "Granite is the ground.")
    links = [{"type": "depends_on", "memory_id": str(ground.public_id)}]
    return make_memory(acme, "Slate is the roof.", title="Roof", tags=["stone"], links=links)


def test_what_was_recorded_in_every_form_is_proven(acme, roof):
    later = timezone.now() + timedelta(days=1)
    make_memory(acme, "Thatch will be.", supersedes=roof, valid_from=later)
    retire(make_memory(acme, "Günther: 屋根\nzweite Zeile "))

    assert prove(acme).fault == ""


@pytest.mark.parametrize(
    "change",
    [
        "content = 'Thatch is the roof.'",
        "title = 'roof'",
        'tags = \'["stone", "grey"]\'',
        "kind = 'decision'",
        "valid_until = '2099-01-01T00:00:00Z'",
        "starts_when_applied = NOT starts_when_applied",
    ],
)
def test_words_that_are_not_those_of_the_event_are_found(acme, roof, change):
    with unguarded():
        run(f"UPDATE memory_memory SET {change} WHERE id = %s", roof.pk)

    assert "the words of M-002 are not those that it recorded" in prove(acme).fault


def test_a_link_that_is_gone_is_missed(acme, roof):
    with unguarded():
        run("DELETE FROM memory_edge")

    assert "the words of M-002" in prove(acme).fault


def test_words_altered_together_with_their_digest_are_found(acme, roof):
    with unguarded():
        run("UPDATE memory_memory SET digest = %s WHERE id = %s", "0" * 64, roof.pk)

    assert "M-002 is not the memory that it recorded" in prove(acme).fault


def test_a_memory_that_no_event_tells_of_is_found(acme, roof):
    settle()
    forged = Memory.objects.get(pk=roof.pk)
    forged.pk, forged.number = None, 77
    forged.public_id = forged.lineage = forged.proposal_id
    forged.save()

    assert "no event tells of M-077" in prove(acme).fault


def test_a_memory_that_is_gone_is_missed(acme):
    make_memory(acme)
    with unguarded():
        search.erase(list(Memory.objects.all()))
        run("DELETE FROM memory_memory")

    assert "the memory that it recorded is gone" in prove(acme).fault


def test_an_end_that_no_event_tells_of_is_found(acme, roof):
    now = timezone.now()
    Memory.objects.filter(pk=roof.pk).update(retired_at=now)
    assert "M-002 is retired, and no event tells why" in prove(acme).fault

    Memory.objects.filter(pk=roof.pk).update(title="", content="", tags=[], salt=b"", erased_at=now)
    assert "the words of M-002 are gone, and no event tells why" in prove(acme).fault


def test_it_costs_the_same_queries_however_many_memories(acme, django_assert_num_queries):
    for _ in range(3):
        make_memory(acme)
    with django_assert_num_queries(9):
        prove(acme)
