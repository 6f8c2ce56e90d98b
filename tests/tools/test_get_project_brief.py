from memory.kinds import Kind
from memory.models import Project
from memory.times import iso
from proposals.states import Status
from tests.factories import make_memory, make_proposal

SECTIONS = {
    "goals": ["goal"],
    "key_decisions": ["decision"],
    "requirements": ["requirement", "constraint"],
    "facts": ["fact"],
    "preferences": ["preference"],
    "procedures": ["procedure"],
    "open_questions": ["question"],
}


def test_each_kind_has_its_section(agent, acme):
    for kind in Kind.values:
        make_memory(acme, f"A {kind}.", kind=kind)

    brief = agent("get_project_brief", max_chars=60_000)

    kinds = {name: sorted(one["kind"] for one in brief[name]) for name in SECTIONS}
    assert kinds == {name: sorted(expected) for name, expected in SECTIONS.items()}
    assert brief["omitted"] == {}


def test_the_project_says_what_it_is(agent, acme):
    Project.objects.update(purpose="Hives, and who looks after them.")

    brief = agent("get_project_brief")

    assert brief["project"] == {
        "id": "acme",
        "name": "Acme",
        "purpose": "Hives, and who looks after them.",
    }


def test_what_waits_is_counted_and_not_told(agent, acme):
    make_memory(acme, "We deploy on Tuesdays.")
    make_proposal(acme, "We deploy on Mondays.")
    make_proposal(acme, "We deploy on Fridays.", status=Status.APPROVED)

    brief = agent("get_project_brief")

    assert brief["pending_review"] == {"count": 1}
    assert "Mondays" not in str(brief.body)
    assert [one["content"] for one in brief["facts"]] == ["We deploy on Tuesdays."]


def test_what_changed_lately_comes_newest_first(agent, acme):
    old = make_memory(acme, "We deploy on Tuesdays.")
    new = make_memory(acme, "We deploy on Thursdays.", supersedes=old)
    other = make_memory(acme, "Bees drink water.")

    changes = agent("get_project_brief")["recent_changes"]

    assert [(one["what"], one["memory"]["memory_id"]) for one in changes] == [
        ("recorded", str(other.public_id)),
        ("superseded", str(new.public_id)),
    ]
    assert [one["previous_memory_id"] for one in changes] == [None, str(old.public_id)]
    assert changes[0]["at"] == iso(other.recorded_at)


def test_each_section_has_its_most_and_the_rest_is_counted(agent, acme):
    for day in range(9):
        make_memory(acme, f"Hive {day} was opened.")

    brief = agent("get_project_brief", max_items=2, max_chars=60_000)

    assert len(brief["facts"]) == 2
    assert brief["omitted"] == {"facts": 7}


def test_the_brief_of_another_time(agent, acme):
    old = make_memory(acme, "We deploy on Tuesdays.", valid_from="2026-01-01T00:00:00Z")
    make_memory(acme, "We deploy on Thursdays.", supersedes=old, valid_from="2026-02-01T00:00:00Z")

    brief = agent("get_project_brief", as_of="2026-01-15")

    assert [one["content"] for one in brief["facts"]] == ["We deploy on Tuesdays."]
    assert brief["as_of"] == "2026-01-15T00:00:00Z"
    assert agent("get_project_brief", known_at="2025-01-01")["facts"] == []


def test_an_empty_project_has_a_brief(agent):
    brief = agent("get_project_brief")

    assert all(brief[name] == [] for name in [*SECTIONS, "recent_changes", "conflicts"])
    assert brief["pending_review"] == {"count": 0}


def test_the_brief_asks_the_database_the_same_for_more(agent, acme, count_queries):
    for kind in Kind.values:
        make_memory(acme, f"A {kind}.", kind=kind)
    few = count_queries(lambda: agent("get_project_brief"))

    for kind in Kind.values:
        make_memory(acme, f"Another {kind}.", kind=kind)

    assert count_queries(lambda: agent("get_project_brief")) == few <= 24
