"""`max_chars` is an upper bound, and what it costs is said."""

import json

import pytest

from memory import limits
from memory.actors import page_agent
from memory.kinds import Kind
from memory.models import Project
from proposals.changes import Asked
from proposals.services.apply import apply
from proposals.services.propose import propose_batch
from proposals.services.review import approve
from proposals.states import Operation
from tests.factories import make_memory, make_project
from waggle_site.tools.fitting import cut, size

LONG = "The hive was opened and looked at, frame by frame. " * 60


def written(answer):
    return len(json.dumps(answer.body, ensure_ascii=False))


@pytest.fixture
def full(acme, alice):
    """More than any answer holds."""
    asked = [
        Asked(operation=Operation.CREATE, kind=kind, title="Hive", content=f"{kind} {n}: {LONG}")
        for kind in Kind.values
        for n in range(3)
    ]
    batch = propose_batch(acme, asked, actor=page_agent(alice)).proposal
    approve(batch, by=alice, revision=1)
    apply(batch, actor=page_agent(alice))
    Project.objects.update(name="N" * 100, purpose="P" * 2_000)
    return acme


SIZES = (500, 501, 1_000, 2_500, 12_000, 60_000)


def test_a_recall_stays_within_its_size(agent, full):
    for most in SIZES:
        answer = agent("recall_memory", query="hive", limit=50, max_chars=most)

        assert written(answer) <= most
        assert answer["omitted"] == 27 - len(answer["memories"])
        if most >= 2_500:
            assert answer["memories"]
            assert all(one["content_truncated"] for one in answer["memories"])


def test_a_brief_stays_within_its_size(agent, full):
    for most in SIZES:
        brief = agent("get_project_brief", max_items=25, max_chars=most)

        assert written(brief) <= most
        assert brief["omitted"].get("facts", 0) == 3 - len(brief["facts"])
        if most >= 12_000:
            assert brief["goals"]
            assert brief["key_decisions"]
            assert brief["open_questions"]


def test_the_space_is_used(agent, full):
    assert written(agent("recall_memory", query="hive", limit=5)) > 11_000
    assert written(agent("get_project_brief")) > 11_000


def test_the_smallest_brief_has_room_for_the_longest_slug(alice, page_of):
    project = make_project("s" * limits.SLUG, owner=alice)
    for kind in Kind.values:
        make_memory(project, LONG, kind=kind)

    brief = page_of(alice, project)("get_project_brief", max_chars=500)

    assert brief["omitted"] == dict.fromkeys(brief["omitted"], 1) | {
        "requirements": 2,
        "recent_changes": 6,
    }
    assert len(json.dumps(brief.body, separators=(",", ":"))) <= 500


@pytest.mark.parametrize("text", ["🐝" * 9_000, '"\\' * 4_000, "\n" * 9_000 + "."])
def test_the_bound_holds_for_text_that_grows_in_json(agent, acme, text):
    make_memory(acme, f"hive {text}")

    for most in (1_500, 4_000):
        answer = agent("recall_memory", query="hive", max_chars=most)
        assert len(answer["memories"]) == 1
        assert written(answer) <= most


def test_a_short_content_stays_whole_beside_a_long_one(agent, acme):
    make_memory(acme, "The hive is numbered.")
    make_memory(acme, f"The hive. {LONG * 2}")

    answer = agent("recall_memory", query="hive", max_chars=4_000)

    cuts = {one["content"][:12]: one["content_truncated"] for one in answer["memories"]}
    assert cuts == {"The hive is ": False, "The hive. Th": True}


def test_what_fits_is_not_cut(agent, acme):
    make_memory(acme, f"The hive. {LONG * 3}"[:9_000])

    [memory] = agent("recall_memory", query="hive")["memories"]

    assert memory["content_truncated"] is False


def test_the_echo_of_a_long_question_takes_a_part_at_most(agent, acme):
    make_memory(acme, "The hive is numbered.")

    answer = agent("recall_memory", query="hive " * 800, max_chars=1_500)

    assert len(answer["memories"]) == 1
    assert written(answer) <= 1_500


def test_the_counts_end_somewhere(agent, acme, monkeypatch):
    monkeypatch.setattr(limits, "COUNTED_FURTHER", 4)
    for number in range(9):
        make_memory(acme, f"Hive {number}.")

    assert agent("recall_memory", query="hive", limit=2)["omitted"] == 4
    assert agent("get_project_brief", max_items=2)["omitted"] == {"facts": 4}


@pytest.mark.parametrize("text", ["plain words", '"quoted"', "🐝🐝🐝🐝", "a\nb\nc", ""])
@pytest.mark.parametrize("room", [0, 1, 2, 5, 9, 50])
def test_a_cut_is_the_longest_beginning_that_fits(text, room):
    short = cut(text, room)

    assert size(short) - 2 <= room
    assert text.startswith(short.removesuffix("…"))
    assert short == text or size(text) - 2 > room
