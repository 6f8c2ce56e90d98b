"""What an agent is told first: every section true, newest first, and what was left out counted."""

from types import SimpleNamespace
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.authority import Instant
from memory.kinds import Kind
from memory.models import Project
from memory.services.brief import SECTIONS, Brief, make_brief
from tests.memory.recorded import make_memory, retire


def brief(project: Project, max_items: int = 6, instant: Instant | None = None) -> Brief:
    return make_brief(project, instant=instant or Instant.now(), max_items=max_items)


def test_each_kind_has_its_section_and_notes_have_none(acme: Project) -> None:
    for kind in Kind:
        make_memory(acme, f"A {kind}.", kind=kind)

    told = {name: [row.kind for row in rows] for name, rows in brief(acme).sections.items()}

    assert told == {name: sorted(kinds, reverse=True) for name, kinds in SECTIONS.items()} | {
        "requirements": ["constraint", "requirement"]
    }
    assert Kind.NOTE not in {kind for kinds in SECTIONS.values() for kind in kinds}


def test_the_newest_come_first_and_the_rest_is_counted(acme: Project) -> None:
    for number in range(5):
        make_memory(acme, f"Fact {number}.", kind="fact")
    make_memory(acme, "The goal.", kind="goal")

    told = brief(acme, max_items=2)

    assert [row.content for row in told.sections["facts"]] == ["Fact 4.", "Fact 3."]
    assert told.omitted == {"facts": 3}
    assert len(told.sections["goals"]) == 1


def test_exactly_as_many_as_fit_leave_nothing_out(acme: Project) -> None:
    for number in range(2):
        make_memory(acme, f"Fact {number}.", kind="fact")

    assert brief(acme, max_items=2).omitted == {}


def test_what_is_not_true_is_not_counted_as_left_out(granite: SimpleNamespace) -> None:
    told = brief(granite.project, max_items=1)

    assert told.omitted == {"facts": 1}


def test_a_change_names_what_it_superseded(acme: Project) -> None:
    old = make_memory(acme, "Old.")
    new = make_memory(acme, "New.", supersedes=old)
    alone = make_memory(acme, "Alone.")

    changes = brief(acme).recent_changes

    assert [(change.what, change.memory, change.previous) for change in changes] == [
        ("recorded", alone, None),
        ("superseded", new, old),
    ]


def test_retirements_do_not_crowd_out_what_was_recorded(acme: Project) -> None:
    leaving = [make_memory(acme) for _ in range(5)]
    kept = make_memory(acme)
    for memory in leaving:
        retire(memory)

    assert [change.memory for change in brief(acme, max_items=1).recent_changes] == [kept]


def test_at_an_earlier_instant_it_is_the_brief_of_then(acme: Project, clock: Any) -> None:
    old = make_memory(acme, "Old.")
    gone = make_memory(acme, "Gone.")
    then = clock.forward(minutes=1)
    clock.forward(minutes=1)
    make_memory(acme, "New.", supersedes=old)
    retire(gone)

    told = brief(acme, instant=Instant(then, then))

    assert {row.content for row in told.sections["facts"]} == {"Old.", "Gone."}
    assert {change.memory.content for change in told.recent_changes} == {"Old.", "Gone."}
    assert {row.content for row in brief(acme).sections["facts"]} == {"New."}


def test_what_came_later_does_not_crowd_out_what_was_recent_then(acme: Project, clock: Any) -> None:
    old = make_memory(acme)
    then = clock.forward(minutes=1)
    clock.forward(minutes=1)
    for _ in range(5):
        make_memory(acme)

    changes = brief(acme, max_items=1, instant=Instant(then, then)).recent_changes

    assert [change.memory for change in changes] == [old]


def test_an_empty_project_has_an_empty_brief(acme: Project, elsewhere: Project) -> None:
    make_memory(elsewhere)

    told = brief(acme)

    assert told == Brief({name: [] for name in SECTIONS}, [], {})
    assert any(brief(elsewhere).sections.values())


def test_it_asks_as_often_for_many_as_for_two(acme: Project) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            told = brief(acme, max_items=25)
            for row in (row for rows in told.sections.values() for row in rows):
                assert row.links is not None
                assert (row.predecessor, row.successor) != 0
        return len(asked)

    first = make_memory(acme, kind="goal")
    link = {"type": "part_of", "memory_id": str(first.public_id)}
    make_memory(acme, kind="decision", links=[link], supersedes=make_memory(acme))
    few = queries()
    for kind in Kind:
        make_memory(acme, kind=kind, links=[link], supersedes=make_memory(acme, kind=kind))

    assert queries() == few
