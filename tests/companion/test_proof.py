"""The chain may hold while the entries beside it were altered: the proof compares them."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from companion.models import Entry
from memory import proof
from memory.models import Project
from memory.proof import prove
from proposals.services.erase_entry import erase_entry
from tests.factories import make_entry, owner_of
from tests.memory.tampering import COMPANION, run, unguarded
from waggle_site.doctor.database import record


@pytest.fixture
def kept(acme: Project) -> Entry:
    return make_entry(acme, "The harbour\nis open. Günther: 屋根 ", about="Harbour")


def test_what_was_confirmed_is_proven_and_what_was_erased_is_excepted(
    acme: Project, kept: Entry
) -> None:
    erase_entry(make_entry(acme), by=owner_of(acme), reason="They asked for it.")

    assert prove(acme).fault == ""


def test_words_that_are_not_those_of_the_event_are_found(acme: Project, kept: Entry) -> None:
    other = make_entry(acme)
    with unguarded(COMPANION):
        for pk in (other.pk, kept.pk):
            run("UPDATE companion_entry SET text = 'It is shut.' WHERE id = %s", pk)

    # The first that differs, however many do.
    seq = acme.events.get(type="evidence.confirmed", object_id=str(kept.public_id)).seq
    fault = f"event {seq} does not hold: the words of E-001 are not those that it recorded"
    assert prove(acme).fault == fault
    with pytest.raises(CommandError, match=fault):
        call_command("verify_audit")
    assert [fault in finding.says for finding in record()] == [True]


@pytest.mark.parametrize(
    ("column", "value", "fault"),
    [
        ("digest", "0" * 64, "E-001 is not the entry that it recorded"),
        ("salt", b"another salt", "the words of E-001 are not those that it recorded"),
    ],
)
def test_an_altered_digest_or_salt_is_found(
    acme: Project, kept: Entry, column: str, value: object, fault: str
) -> None:
    with unguarded(COMPANION):
        run(f"UPDATE companion_entry SET {column} = %s WHERE id = %s", value, kept.pk)

    assert fault in prove(acme).fault


def test_an_entry_that_was_put_about_another_subject_is_found(acme: Project, kept: Entry) -> None:
    other = make_entry(acme, about="Pump 7")
    with unguarded(COMPANION):
        run("UPDATE companion_entry SET subject_id = %s WHERE id = %s", other.subject_id, kept.pk)

    assert "the words of E-001" in prove(acme).fault


def test_an_erasure_that_no_event_tells_of_is_found(acme: Project, kept: Entry) -> None:
    Entry.objects.filter(pk=kept.pk).update(
        text="", proposed={}, salt=b"", erased_at=timezone.now()
    )

    assert "the words of E-001 are gone, and no event tells why" in prove(acme).fault


def test_an_entry_that_is_gone_is_missed(acme: Project, kept: Entry) -> None:
    with unguarded(COMPANION):
        run("DELETE FROM companion_constructionrun")
        run("UPDATE companion_draft SET entry_id = NULL")
        run("DELETE FROM companion_entry")

    assert "the entry that it recorded is gone" in prove(acme).fault


def test_it_holds_only_so_many_rows_at_a_time(
    acme: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = [make_entry(acme) for _ in range(5)][-1]
    monkeypatch.setattr(proof, "AT_ONCE", 2)
    assert prove(acme).fault == ""

    with unguarded(COMPANION):
        run("UPDATE companion_entry SET text = 'other' WHERE id = %s", last.pk)

    assert "the words of E-005" in prove(acme).fault
