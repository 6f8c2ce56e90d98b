"""What a file brought in is erased like all else, claims too, and no second run revives it."""

import json

from django.core.management import call_command

from memory.models import Memory
from proposals.services.erase_memory import erase_memory
from proposals.services.erase_person import erase_person
from tests.proposals.everywhere import tables_with

WORD, CONTROL = "zanzibarquokka", "vermilionwombat"


def lines(tmp_path, *words):
    file = tmp_path / "lines.jsonl"
    rows = [
        {
            "kind": "fact",
            "id": word,
            "content": f"A {word}.",
            "title": f"The {word}",
            "tags": [word],
            "recorded_at": "2025-01-01T00:00:00Z",
            "claimed_approval": {"by": f"{word} the reviewer"},
        }
        for word in words
    ]
    newer = {"kind": "fact", "content": f"Newer {words[0]}.", "supersedes": words[0]}
    file.write_text("\n".join(json.dumps(row) for row in [*rows, newer]))
    return file


def bring_in(file):
    call_command("import_memories", "acme", str(file), "--as", "alice")


def test_words_and_claims_are_gone_and_stay_gone(acme, alice, tmp_path):
    file = lines(tmp_path, WORD, CONTROL)
    bring_in(file)
    before = tables_with(WORD)
    memory = Memory.objects.get(content=f"A {WORD}.")

    gone = erase_memory(memory, by=alice, reason="Asked for.", all_versions=True)

    assert len(gone) == 2
    assert {"memory_claim", "memory_memory", "proposals_revision"} <= before
    assert tables_with(WORD) == set()
    assert {"memory_claim", "memory_memory", "proposals_revision"} <= tables_with(CONTROL)

    bring_in(file)

    assert tables_with(WORD) == set()
    assert Memory.objects.count() == 3


def test_with_all_that_the_person_wrote_goes_what_they_brought_in(acme, alice, tmp_path):
    bring_in(lines(tmp_path, WORD, CONTROL))

    erase_person(acme, alice.pk, name="alice", by=alice, reason="Asked for.")

    assert tables_with(WORD) == tables_with(CONTROL) == set()


def test_an_export_leaves_out_what_was_erased(acme, alice, tmp_path, capsys):
    bring_in(lines(tmp_path, WORD, CONTROL))
    memory = Memory.objects.get(content=f"A {WORD}.")
    capsys.readouterr()
    call_command("export_project", "acme")
    assert WORD in capsys.readouterr().out

    erase_memory(memory, by=alice, reason="Asked for.", all_versions=True)
    call_command("export_project", "acme")

    out = capsys.readouterr().out
    assert WORD not in out
    assert CONTROL in out
