"""Every reader, with the same word in every state: what is true is there, and nothing else."""

import re
from types import SimpleNamespace
from typing import Any

from memory.authority import Authority, Instant
from memory.models import Memory, Project
from memory.services.brief import make_brief
from memory.services.listing import count_by_authority, find_memories, list_memories
from memory.services.recall import recall, what_is_true

TRUE = {"Granite replaced it.", "Granite holds until then."}
BY_AUTHORITY = {
    "authoritative": TRUE,
    "superseded": {"Granite was superseded."},
    "retired": {"Granite was retired."},
    "expired": {"Granite has expired."},
    "scheduled": {"Granite is scheduled.", "Granite holds from then."},
}
EVERYTHING = set().union(*BY_AUTHORITY.values()) | {"Granite, granite, granite."}
READERS: dict[str, Any] = {
    "recall": lambda project, now: recall(project, "granite", instant=now, limit=50).memories,
    "search": lambda project, now: (
        find_memories(project, "granite", now, authority="authoritative").memories
    ),
    "list": lambda project, now: list_memories(project, now, authority="authoritative").memories,
    "query": lambda project, now: what_is_true(project, now),
    "brief": lambda project, now: make_brief(project, instant=now, max_items=25).sections["facts"],
    "recent changes": lambda project, now: [
        change.memory for change in make_brief(project, instant=now, max_items=25).recent_changes
    ],
}


def texts(memories: Any) -> set[str]:
    return {memory.content for memory in memories}


def read_by_all(project: Project) -> dict[str, set[str]]:
    return {name: texts(read(project, Instant.now())) for name, read in READERS.items()}


def test_only_what_is_true_now_is_read(granite: SimpleNamespace) -> None:
    assert read_by_all(granite.project) == dict.fromkeys(READERS, TRUE)


def test_the_best_match_of_another_project_is_read_there_and_only_there(
    granite: SimpleNamespace, elsewhere: Project
) -> None:
    assert read_by_all(elsewhere) == {name: {"Granite, granite, granite."} for name in READERS}


def test_a_list_or_search_of_another_state_holds_that_state(granite: SimpleNamespace) -> None:
    project, now = granite.project, Instant.now()

    listed = {
        state: list_memories(project, now, authority=state).memories for state in BY_AUTHORITY
    }
    found = {
        state: find_memories(project, "granite", now, authority=state).memories
        for state in BY_AUTHORITY
    }

    assert {state: texts(rows) for state, rows in listed.items()} == BY_AUTHORITY
    assert {state: texts(rows) for state, rows in found.items()} == BY_AUTHORITY
    assert all(row.authority == state for state, rows in found.items() for row in rows)


def test_everything_means_every_state_and_each_says_what_it_is(granite: SimpleNamespace) -> None:
    listed = list_memories(granite.project, Instant.now(), size=50).memories

    told = {(memory.authority, memory.content) for memory in listed}
    assert told == {(state, text) for state, texts in BY_AUTHORITY.items() for text in texts}


def test_the_counts_are_those_of_the_lists(granite: SimpleNamespace) -> None:
    counts = count_by_authority(granite.project, Instant.now())

    assert counts == {state: len(texts) for state, texts in BY_AUTHORITY.items()}
    assert set(counts) == set(Authority.values)


def test_the_pages_show_what_is_true(granite: SimpleNamespace, browse: Any, alice: Any) -> None:
    browser, every = browse(alice), EVERYTHING | {"Granite is pending."}
    asked = [
        (page, headers)
        for page in ("/p/acme/memories/?q=granite", "/p/acme/memories/")
        for headers in ({}, {"HX-Request": "true"})
    ]

    shown = [
        re.sub("</?mark>", "", browser.get(page, headers=headers).content.decode())
        for page, headers in asked
    ]

    assert [{text for text in every if text in page} for page in shown] == [TRUE] * 4


def test_when_the_successor_begins_it_is_the_truth(granite: SimpleNamespace, clock: Any) -> None:
    clock.at = granite.later

    assert texts(READERS["recall"](granite.project, Instant.now())) == {
        "Granite replaced it.",
        "Granite is scheduled.",
        "Granite holds from then.",
    }


def test_what_a_lineage_was_is_on_its_page_and_pending_words_are_not(
    granite: SimpleNamespace, browse: Any, alice: Any
) -> None:
    page = browse(alice).get(f"/p/acme/memories/{granite.new.label}/").content.decode()

    assert "Granite replaced it." in page
    assert "Granite was superseded." in page
    assert "Granite is pending." not in page
    assert "Granite holds" not in page


def test_no_state_is_left_out_of_this_scene(granite: SimpleNamespace) -> None:
    rows = Memory.objects.in_project(granite.project).at(Instant.now())

    assert {row.authority for row in rows} == set(Authority.values)
