"""What goes out comes in again: nothing that was not true any more is true there."""

import io
import json

import pytest
from django.core.management import call_command

from memory.authority import Instant
from memory.models import Claim, Memory
from memory.services.export_formats import FORMATS
from proposals.lines.door import lines_of
from proposals.services.bring_in import bring_in
from proposals.services.erase_memory import erase_memory
from proposals.services.survey import survey
from tests.factories import make_memory, make_project, owner_of

FORMS = ("jsonl", "abhi")


def moved(project, form="jsonl"):
    """A new project with all that the other one has."""
    file = io.BytesIO(b"".join(FORMATS[form].write(project)))
    there, refused = make_project(), []
    found = survey(there, lines_of(file), refuse=lambda *one: refused.append(one))
    assert refused == []
    list(bring_in(there, found, by=owner_of(there), name="a file"))
    return there


def stand(project):
    now = Memory.objects.in_project(project).at(Instant.now())
    return {memory.content: memory.authority for memory in now}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("old", "new"),
    [({}, {}), ({"valid_from": "2026-01-01T00:00:00Z"}, {"valid_from": "2025-01-01T00:00:00Z"})],
)
def test_a_version_whose_successor_was_erased_is_not_true_again(acme, alice, form, old, new):
    first = make_memory(acme, "The old word.", **old)
    second = make_memory(acme, "The erased word.", supersedes=first, **new)
    make_memory(acme, "A control.")
    erase_memory(second, by=alice, reason="It named a customer.")

    there = moved(acme, form)

    assert stand(there)["A control."] == "authoritative"
    assert stand(there)["The old word."] in {"expired", "retired"}


@pytest.mark.parametrize("form", FORMS)
def test_a_scheduled_version_after_an_erased_one_leaves_no_gap_that_the_old_one_fills(
    acme, alice, form
):
    first = make_memory(acme, "The old word.")
    second = make_memory(acme, "The erased word.", supersedes=first)
    make_memory(acme, "The coming word.", supersedes=second, valid_from="2999-01-01T00:00:00Z")
    erase_memory(second, by=alice, reason="It named a customer.")

    there = stand(moved(acme, form))

    assert there == {"The old word.": "expired", "The coming word.": "scheduled"}


@pytest.mark.parametrize("form", FORMS)
def test_what_a_file_claimed_travels_however_deep_and_long_it_is(acme, form):
    deep = {"a": {"b": {"c": {"d": {"e": ["f"]}}}}}
    long = {"note": "n" * 19_000}
    for claim in (deep, long):
        line = {"kind": "fact", "content": f"Says {list(claim)}.", "claimed_approval": claim}
        file = io.BytesIO(json.dumps(line).encode())
        found = survey(acme, lines_of(file), refuse=print)
        list(bring_in(acme, found, by=owner_of(acme), name="a file"))

    there = acme
    for _ in range(6):
        there = moved(there, form)

    assert Memory.objects.in_project(there).count() == 2
    said = Claim.objects.filter(memory__project=there).order_by("memory__number")
    assert [one.said["claimed_approval"]["approved_by"] for one in said]
    once = json.dumps([one.said for one in Claim.objects.filter(memory__project=moved(acme, form))])
    assert "nnnn" in once
    assert '\\"e\\"' in once or '"e"' in once


def test_the_command_and_the_door_agree(acme, capsysbinary, tmp_path):
    make_memory(acme, "Ships are blue.", kind="goal", title="")
    other = make_project("other")
    call_command("export_project", "acme", format="abhi")
    file = tmp_path / "acme.abhi"
    file.write_bytes(capsysbinary.readouterr().out)

    call_command("import_memories", "other", str(file), "--as", owner_of(other).username)

    memory = Memory.objects.in_project(other).get()
    assert (memory.kind, memory.title, memory.tags) == ("goal", "", [])
