"""Ordinary text never breaks the search, and neither does hostile text."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.authority import Instant
from memory.models import Project
from memory.search.terms import MOST_TERMS, terms_of
from memory.services.recall import recall
from tests.memory.recorded import make_memory

SIGNS = list("\"'-*:()^~/\\%_{}[]<>|&!@#$+=,.;?`")
WORDS = ["NEAR", "AND", "OR", "NOT", "NULL", "SELECT", "content:", "scope", "scope:p1", "rank"]
SHAPES = [
    "{}",
    "{0}{0}{0}",
    "granite {}",
    "{} granite",
    "gran{}ite",
    '"granite {}',
    "(granite {})",
    "granite{}:*",
    "{}granite OR NOT ({}",
]
HOSTILE = [shape.format(sign, sign) for sign in (*SIGNS, *WORDS) for shape in SHAPES]
AWKWARD = [
    "granite\x00",
    "granite \ud800",
    "granite \ufffe",
    "granite \x1b[31m",
    "x" * 4_000,
    "é" * 4_000,
    "🐝" * 4_000,
    "granite " * 500,
    " ".join(f"word{number}" for number in range(600)) + " granite",
    "NEAR(granite, 2)",
    'granite" OR content MATCH "x',
    "'; DROP TABLE memory_memory; --",
    "<-> granite <2> & | !",
    "granite:*AB",
    "۱۲۳ ⅷ ² ª",
    "\u0301 \u093f granite",
    "",
    " \n\t",
]


@pytest.fixture
def quarry(acme: Project) -> Project:
    make_memory(acme, "Granite is cut by multi-agent teams; don't use a/b tests on Ubuntu 20.04.")
    make_memory(acme, "The canteen opens at noon.")
    return acme


def found(project: Project, query: str) -> list[str]:
    return [one.content for one in recall(project, query, instant=Instant.now(), limit=9).memories]


def test_two_hundred_hostile_queries_are_answered(quarry: Project) -> None:
    assert len(HOSTILE) > 200

    answers = {query: found(quarry, query) for query in HOSTILE}

    asked = [query for query in HOSTILE if "granite" in query.lower().split()]
    assert len(asked) > 40
    assert [query for query in asked if "Granite" not in "".join(answers[query])] == []


EMPTY = ["", " \n\t", "?!…", "🐝", "_", '""', "* : ^", "\u200b"]
PUNCTUATED = [
    "multi-agent",
    "multi agent",
    "don't use",
    "a/b tests",
    "20.04",
    "Ubuntu 20",
    "(teams)",
]


def test_awkward_text_is_answered(quarry: Project) -> None:
    answers = [found(quarry, query) for query in AWKWARD]

    assert sum(map(bool, answers)) > 5


def test_a_query_without_a_word_finds_nothing(quarry: Project) -> None:
    assert [query for query in EMPTY if found(quarry, query)] == []
    assert [query for query in EMPTY if len(found(quarry, f"{query} granite")) != 1] == []


def test_words_are_found_through_their_punctuation(quarry: Project) -> None:
    answers = {query: found(quarry, query)[0].split()[0] for query in PUNCTUATED}

    assert answers == dict.fromkeys(PUNCTUATED, "Granite")


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(query=st.text(max_size=80))
def test_no_text_breaks_it(quarry: Project, query: str) -> None:
    assert len(found(quarry, query)) <= 2


ON_A_PAGE = ["granite", '" OR', "a\x00b", "\ud83d", "%", "x" * 9_000]


@pytest.mark.parametrize("authority", ["authoritative", "all"])
def test_the_page_answers_hostile_queries(
    quarry: Project, browse: Any, alice: Any, authority: str
) -> None:
    browser = browse(alice)

    answers = [
        browser.get(
            "/p/acme/memories/",
            {"q": query.encode("utf-8", "surrogatepass"), "authority": authority},
        )
        for query in ON_A_PAGE
    ]

    assert {answer.status_code for answer in answers} == {200}
    shown = [b"<mark>Granite</mark> is cut" in answer.content for answer in answers]
    assert shown == [True, False, False, False, False, False]


def test_a_long_question_is_asked_by_its_first_words() -> None:
    words = [f"word{number}" for number in range(MOST_TERMS * 2)]

    assert terms_of(" ".join(words)) == words[:MOST_TERMS]


def test_stop_words_count_only_where_there_is_nothing_else() -> None:
    assert terms_of("What is the storage?") == ["storage"]
    assert terms_of("to be or not to be") == ["to", "be", "or", "not"]
