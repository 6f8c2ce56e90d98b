"""Evidence out, in and out: the same words about the same subjects, confirmed by who brings it."""

import json
import unicodedata
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command

from companion.models import ConstructionRun, Entry, EntryClaim, Relation, State, Subject
from memory import limits
from memory.models import AuditEvent, Memory
from memory.roles import Role
from memory.services.export import lines
from memory.services.export_formats import FORMATS
from proposals.models import Proposal
from proposals.services import bring_evidence as service
from proposals.services.erase_entry import erase_entry
from tests.companion.reading import read
from tests.companion.scripted import TEXT
from tests.factories import join, make_entry, make_memory, make_project

PUMP = {"type": "subject", "subject_id": "pump-7", "label": "Pump 7"}


def entry(text, **more):
    return {"type": "entry", "subject_id": "pump-7", "text": text, **more}


@pytest.fixture
def bring(tmp_path, acme, capsys):
    """Import lines into acme as bob, who may capture and not review."""

    def run(*found, by="bob", slug="acme", raw=None):
        file = tmp_path / "file.jsonl"
        file.write_bytes(raw or "\n".join(json.dumps(one) for one in found).encode())
        capsys.readouterr()
        call_command("import_memories", slug, str(file), "--as", by)
        return capsys.readouterr().out

    return run


@pytest.fixture
def refused(bring, capsys):
    """What is said of lines that do not come in; nothing of them does."""

    def run(*found):
        with pytest.raises(CommandError, match="Nothing was imported"):
            bring(*found)
        assert not Entry.objects.exists()
        return capsys.readouterr().err

    return run


def sent(project):
    """The evidence of an export, without what is new in each project."""
    own = ("id", "continues", "confirmed_at", "claimed_confirmation")
    return [
        {name: value for name, value in line.items() if name not in own}
        for line in lines(project)
        if line["type"] in ("subject", "entry")
    ]


WORDS = [
    "  It leaks.\n\n\tAt the back. ",
    unicodedata.normalize("NFD", "Café é"),
    unicodedata.normalize("NFC", "Café é"),
    'A "quoted" \\ backslash\u2028and a \u200bhidden one 🐝.',
    "一" * limits.ENTRY,
    ("🐝\n" * limits.ENTRY)[: limits.ENTRY],
]


def test_out_in_and_out_is_the_same(acme, alice, bring):
    for at, text in enumerate(WORDS):
        provenance = "measured" if at % 2 else ""
        make_entry(acme, text, about=("Pump 7", "Mill Lane")[at % 2], provenance=provenance)
    make_memory(acme, "It is so.")
    erase_entry(make_entry(acme, "Gone.", about="Gone"), by=alice, reason="Asked for.")
    second = make_project("second", owner=alice)

    whole = b"".join(FORMATS["jsonl"].write(acme))
    bring(raw=whole, by="alice", slug="second")

    assert sent(second) == sent(acme)
    rows = Entry.objects.in_project(second).order_by("number").values_list("text", flat=True)
    assert list(rows) == WORDS
    assert Memory.objects.in_project(second).count() == 1
    assert max(map(len, whole.splitlines())) <= limits.LINE_BYTES


def test_a_subject_s_line_stands_before_its_first_entry_and_no_account_is_named(acme):
    make_entry(acme, "One.", about="Pump 7")
    make_entry(acme, "Two.", about="Pump 7")

    subject, one, _ = lines(acme)

    assert subject == PUMP
    assert one["claimed_confirmation"] == {"confirmed_by": {"kind": "human", "name": "alice"}}
    assert one["captured_at"] <= one["confirmed_at"]


def test_who_brings_it_confirms_it_and_the_file_s_word_for_it_is_a_claim(acme, bob, bring):
    claimed = {"confirmed_by": {"kind": "human", "name": "The Pope"}}
    said = bring(
        PUMP,
        entry(
            "It leaks.\r\nBadly.",
            captured_at="2020-01-01",
            confirmed_at="2020-01-02",
            claimed_confirmation=claimed,
        ),
    )

    assert "Confirmed, word for word: 1 entry about 1 subject." in said
    kept = Entry.objects.get()
    assert kept.text == "It leaks.\nBadly."
    assert (kept.confirmed_by["name"], kept.confirmed_at.year >= 2026) == ("bob", True)
    assert kept.captured_at == datetime(2020, 1, 1, tzinfo=UTC)
    assert kept.claim.said == {
        "confirmed_at": "2020-01-02T00:00:00Z",
        "claimed_confirmation": claimed,
    }
    assert len(kept.imported_from) == 64
    event = AuditEvent.objects.get(type="evidence.confirmed")
    assert event.object_id == str(kept.public_id)
    assert not Proposal.objects.exists()
    run = ConstructionRun.objects.get()
    assert str(run.public_id) == event.details["run"]


def test_it_is_read_like_any_other(acme, bring):
    bring(PUMP, entry(TEXT))

    assert read(Entry.objects.get()).state == State.READY
    assert Relation.objects.factual().filter(subject__subject_id="pump-7").exists()


def test_an_earlier_file_s_claims_go_on_as_claims(acme, alice, bring):
    claimed = {"confirmed_by": {"kind": "human", "name": "The Pope"}}
    bring(PUMP, entry("It leaks.", id="1", claimed_confirmation=claimed))

    claims = list(lines(acme))[-1]["claimed_confirmation"]

    assert claims["confirmed_by"]["name"] == "bob"
    assert claims["earlier"] == [{"id": "1", "claimed_confirmation": claimed}]
    second = make_project("second", owner=alice)
    bring(*lines(acme), by="alice", slug="second")
    assert "The Pope" in json.dumps(list(lines(second))[-1]["claimed_confirmation"]["earlier"])


def test_entries_join_a_subject_of_the_same_name(acme, bring):
    there = make_entry(acme, "Here first.", about="Pump 7").subject
    bring(PUMP | {"label": "Another label"}, entry("With its line."))
    bring(entry("Without one."))

    assert Subject.objects.get() == there
    assert there.label == "Pump 7"
    assert there.entries.count() == 3


def test_again_is_no_second_effect(acme, bring):
    found = [PUMP, entry("One."), entry("One."), entry("Two.")]
    bring(*found)
    before = AuditEvent.objects.count()

    assert "Here already, from an earlier run: 3 entries." in bring(*found, by="alice")
    assert (Entry.objects.count(), AuditEvent.objects.count()) == (3, before)


def test_interrupted_between_batches_it_comes_to_the_same_end(acme, bring, monkeypatch):
    monkeypatch.setattr(service, "BATCH", 2)
    found = [PUMP, *(entry(f"Line {n}.") for n in range(5))]
    whole, calls = service.bring_entries, []

    def dies(*args, **more):
        calls.append(args)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return whole(*args, **more)

    monkeypatch.setattr(service, "bring_entries", dies)
    with pytest.raises(KeyboardInterrupt):
        bring(*found)
    assert Entry.objects.count() == 2

    assert "3 entries about 1 subject" in bring(*found)
    rows = Entry.objects.order_by("number").values_list("text", flat=True)
    assert list(rows) == [f"Line {n}." for n in range(5)]


def test_erased_it_does_not_come_back_and_neither_do_its_claims_or_its_subject(acme, alice, bring):
    found = [PUMP, entry("Secret.", claimed_confirmation={"by": "Secretary"})]
    bring(*found)
    erase_entry(Entry.objects.get(), by=alice, reason="Asked for.")

    assert not EntryClaim.objects.exists()
    assert "Here already" in bring(*found)
    assert not Subject.objects.standing().exists()


def test_each_line_that_may_not_come_in_is_told_by_its_number(acme, refused):
    said = refused(
        PUMP,
        {"kind": "fact", "content": "Fine."},
        PUMP,
        entry("About nothing.", subject_id="pump-8"),
        entry("x" * (limits.ENTRY + 1)),
        entry("a\x00b"),
        entry("a\ud800b"),
        entry("Fine.", provenance="dreamt"),
        entry("Fine.", captured_at="2999-01-01"),
        entry(" \n "),
        entry("Fine.", id="e"),
        entry("Fine.", id="e"),
        {"type": "entry", "continues": "nowhere", "text": "More."},
        {"type": "subject", "subject_id": "pump-9", "label": "Nobody's"},
        entry("Fine.", status="approved"),
        entry("一" * 90_000),
    )

    for line, words in {
        3: "subject_id: line 1 has it already",
        4: "subject_id: names no subject",
        5: "text: has 100,001 characters; at most 100,000 fit",
        6: "text: contains the control character U+0000",
        7: "text: contains half of a character (U+D800)",
        8: "provenance: is none of observed, measured",
        9: "captured_at: lies in the future",
        10: "text: is empty",
        12: "id: line 11 has it already",
        13: "continues: is not the id of the entry on the line before",
        14: "subject_id: no entry of this file is about it",
        15: "status: is not a field of a line",
        16: "is longer than 200,000 bytes",
    }.items():
        assert f"line {line}: {words}" in said
    for line in (1, 2, 11):
        assert f"line {line}: " not in said
    assert not Proposal.objects.exists()


def test_the_words_of_several_lines_are_too_long_together(refused):
    parts = [{"type": "entry", "continues": "e", "text": "y" * 60_000} for _ in range(3)]

    said = refused(PUMP, entry("x" * 60_000, id="e"), *parts)

    assert "line 2: text: has" in said


def test_a_subject_of_another_project_is_none_here(acme, elsewhere, bring, capsys):
    make_entry(elsewhere, "Elsewhere.", about="Pump 7")

    with pytest.raises(CommandError):
        bring(entry("Here."))
    assert "line 1: subject_id: names no subject" in capsys.readouterr().err
    assert not Entry.objects.in_project(acme).exists()


def test_a_viewer_brings_nothing(acme, charlie, bring):
    join(acme, charlie, Role.VIEWER)

    with pytest.raises(CommandError, match="contributor role"):
        bring(PUMP, entry("It leaks."), by="charlie")
    assert not Subject.objects.exists()


def test_what_seems_to_be_a_key_is_told_by_its_line(acme, bring, capsys, tmp_path):
    file = tmp_path / "keys.jsonl"
    file.write_text(f"{json.dumps(PUMP)}\n{json.dumps(entry('It is AKIAIOSFODNN7EXAMPLE.'))}")
    call_command("import_memories", "acme", str(file), "--as", "bob")

    assert "line 2: warning" in capsys.readouterr().err


def test_its_page_says_who_brought_it_in_and_what_the_file_claims(acme, alice, bring, browse):
    evil = "</script><script>alert(1)</script>\u202e"
    bring(PUMP, entry("It leaks.", claimed_confirmation={"by": evil}))

    page = browse(alice).get("/p/acme/companion/entries/E-001/").content.decode()

    assert "brought in from a file by" in page
    assert "as their words</span>" not in page
    assert "Claimed by the file it came from" in page
    assert "<script>alert" not in page
    assert "U+202E" in page
