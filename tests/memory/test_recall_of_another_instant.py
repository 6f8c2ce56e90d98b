"""Asked for another instant, recall answers with what was true then, or believed then."""

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

from memory.authority import Instant
from memory.models import Project
from memory.services.recall import recall
from tests.memory.recorded import make_memory, retire


def told(project: Project, as_of: datetime | None, known_at: datetime | None) -> set[str]:
    found = recall(project, "granite", instant=Instant.at(as_of, known_at), limit=50)
    return {memory.content for memory in found.memories}


def test_what_was_believed_then_is_found_though_it_is_superseded_now(
    acme: Project, clock: Any
) -> None:
    old = make_memory(acme, "Granite is grey.")
    then = clock.forward(minutes=1)
    clock.forward(minutes=1)
    make_memory(acme, "Granite is pink.", supersedes=old)

    assert told(acme, then, then) == {"Granite is grey."}
    assert told(acme, None, None) == {"Granite is pink."}


def test_the_past_as_we_see_it_now_counts_what_was_backdated(acme: Project, clock: Any) -> None:
    monday = clock.at
    old = make_memory(acme, "Granite is grey.")
    then = clock.forward(days=1)
    clock.forward(days=1)
    make_memory(acme, "Granite was pink all along.", supersedes=old, valid_from=monday)

    assert told(acme, then, None) == {"Granite was pink all along."}
    assert told(acme, then, then) == {"Granite is grey."}


def test_what_was_retired_since_is_found_where_it_was_believed(acme: Project, clock: Any) -> None:
    memory = make_memory(acme, "Granite is grey.")
    then = clock.forward(minutes=1)
    clock.forward(minutes=1)
    retire(memory)

    assert told(acme, then, then) == {"Granite is grey."}
    assert told(acme, then, None) == set()


def test_what_was_not_recorded_yet_is_not_believed(acme: Project, clock: Any) -> None:
    before = clock.at
    clock.forward(minutes=1)
    make_memory(acme, "Granite is grey.", valid_from=before - timedelta(days=9))

    assert told(acme, before, before) == set()
    assert told(acme, before, None) == {"Granite is grey."}


def test_the_future_is_answered_with_what_is_scheduled(granite: SimpleNamespace) -> None:
    assert told(granite.project, granite.later, None) == {
        "Granite replaced it.",
        "Granite is scheduled.",
        "Granite holds from then.",
    }


def test_an_expired_one_is_found_while_its_window_was_open(granite: SimpleNamespace) -> None:
    inside = granite.expired.valid_until - timedelta(microseconds=1)

    assert "Granite has expired." in told(granite.project, inside, None)
    assert "Granite has expired." not in told(granite.project, granite.expired.valid_until, None)


def test_neither_erased_nor_pending_nor_foreign_words_come_back_at_any_instant(
    granite: SimpleNamespace, clock: Any
) -> None:
    instants = [clock.at - timedelta(hours=hours) for hours in range(4)] + [granite.later]

    seen = set().union(*(told(granite.project, at, None) for at in instants))

    assert seen >= {"Granite replaced it.", "Granite has expired."}
    assert not [text for text in seen if "erased" in text or "pending" in text]
    assert "Granite, granite, granite." not in seen
