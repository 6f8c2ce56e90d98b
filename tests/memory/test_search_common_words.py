"""Words that nearly all have decide how memories rank, never which are found or counted."""

from typing import Any

import pytest

from memory import search
from memory.authority import Instant
from memory.models import Project
from memory.services.recall import Recalled, recall
from tests.memory.recorded import make_memory


@pytest.fixture(autouse=True)
def few_are_worth_ranking(monkeypatch: Any) -> None:
    monkeypatch.setattr(search, "WORTH_RANKING", 3)


@pytest.fixture
def storage(acme: Project) -> Project:
    for day in range(8):
        make_memory(acme, f"Storage was checked on day {day}.")
    make_memory(acme, "Storage lives in granite.")
    make_memory(acme, "Granite is heavy.")
    return acme


def ask(project: Project, query: str, limit: int) -> Recalled:
    return recall(project, query, instant=Instant.now(), limit=limit)


def test_the_rarer_word_says_who_is_ranked(storage: Project) -> None:
    found = ask(storage, "storage granite", limit=2)
    assert {one.content for one in found.memories} == {
        "Storage lives in granite.",
        "Granite is heavy.",
    }
    assert found.omitted == 8


def test_where_the_rarer_are_too_few_the_common_follow(storage: Project) -> None:
    found = ask(storage, "storage granite", limit=5)
    assert {one.content for one in found.memories[:2]} == {
        "Storage lives in granite.",
        "Granite is heavy.",
    }
    assert len(found.memories) == 5
    assert found.omitted == 5


def test_a_common_word_alone_is_found_all_the_same(storage: Project) -> None:
    found = ask(storage, "storage", limit=5)
    assert len(found.memories) == 5
    assert found.omitted == 4


def test_scores_are_on_one_scale(storage: Project, monkeypatch: Any) -> None:
    few = ask(storage, "storage granite", limit=1).memories[0]
    monkeypatch.setattr(search, "WORTH_RANKING", 1_000)
    all_of_them = ask(storage, "storage granite", limit=1).memories[0]
    assert few == all_of_them
    assert few.score == pytest.approx(all_of_them.score)


@pytest.mark.parametrize(
    ("counts", "rarer"),
    [
        ({"a": 1}, ["a"]),
        ({"a": 900}, ["a"]),
        ({"a": 3, "b": 0}, ["b", "a"]),
        ({"a": 2, "b": 2, "c": 1}, ["c", "a"]),
        ({"a": 9, "b": 8}, ["b"]),
    ],
)
def test_the_rarest_words_are_kept_while_they_are_few(
    counts: dict[str, int], rarer: list[str]
) -> None:
    assert search.split_by_count(counts)[0] == rarer
