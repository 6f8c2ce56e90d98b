import re

import pytest

from memory.services.listing import PAGE
from tests.factories import make_memory, retire

ODD = ['"', "'", "-", "*", ":", "(", ")", "^", "~", "NEAR", "AND", "OR NOT", "/", "\\", "%", "_"]
ODD += ["{}", "?!.,", "a" * 4000, "\x00", "\ud800".encode("utf-8", "replace").decode(), "don't a/b"]


@pytest.fixture
def rows(browse, bob, acme):
    def read(query="", **headers):
        answer = browse(bob).get(f"/p/acme/memories/{query}", headers=headers)
        assert answer.status_code == 200
        return re.sub("</?mark>", "", answer.content.decode())

    return read


def test_only_what_is_in_force_is_listed_unless_more_is_asked_for(rows, acme):
    old = make_memory(acme, "Old words.")
    make_memory(acme, "New words.", supersedes=old)
    retire(make_memory(acme, "Retired words."))

    page, everything = rows(), rows("?authority=all")

    assert "New words." in page
    assert "Old words." not in page
    assert "Retired words." not in page
    assert all(words in everything for words in ("New words.", "Old words.", "Retired words."))
    assert "Superseded" in everything


def test_a_search_finds_what_an_agent_would(rows, acme, elsewhere):
    old = make_memory(acme, "Use Neo4j for storage.")
    make_memory(acme, "Use SQLite for storage.", supersedes=old)
    make_memory(elsewhere, "Use paper for storage.")

    page = rows("?q=storage+neo4j")

    assert "Use SQLite for storage." in page
    assert "Use Neo4j for storage." not in page
    assert "Use paper for storage." not in page


@pytest.mark.parametrize("query", ODD)
def test_nothing_that_is_typed_breaks_the_search(browse, bob, acme, query):
    make_memory(acme, "A multi-agent system.")

    answer = browse(bob).get("/p/acme/memories/", {"q": query})

    assert answer.status_code == 200


def test_a_hyphenated_word_is_found(rows, acme):
    make_memory(acme, "A multi-agent system.")

    assert "A multi-agent system." in rows("?q=multi-agent")


@pytest.mark.parametrize(
    "query", ["?kind=nonsense", "?authority=nonsense", "?before=x", "?before=-1"]
)
def test_an_unknown_filter_is_taken_for_none(rows, acme, query):
    make_memory(acme, "Some words.")

    assert "Some words." in rows(query)


def test_htmx_gets_the_rows_and_a_boosted_link_the_page(rows, acme):
    make_memory(acme, "Some words.")

    fragment = rows(**{"HX-Request": "true"})
    boosted = rows(**{"HX-Request": "true", "HX-Boosted": "true"})
    back = rows(**{"HX-Request": "true", "HX-History-Restore-Request": "true"})

    assert "Some words." in fragment
    assert "<html" not in fragment
    assert "<html" in boosted
    assert "<html" in back


def test_new_memories_neither_hide_nor_repeat_one_on_the_next_page(rows, acme):
    for number in range(PAGE + 3):
        make_memory(acme, f"Statement {number:03d}.")
    first = rows()
    make_memory(acme, "Something new.")

    second = rows(f"?before={acme.memories.order_by('-number')[PAGE].number}")

    seen = [f"Statement {n:03d}." in first for n in range(PAGE + 3)]
    then = [f"Statement {n:03d}." in second for n in range(PAGE + 3)]
    assert all(a != b for a, b in zip(seen, then, strict=True))


def test_its_queries_do_not_grow_with_its_rows(
    browse, bob, acme, django_assert_max_num_queries, django_assert_num_queries
):
    client = browse(bob)
    for _ in range(2):
        make_memory(acme)
    client.get("/p/acme/memories/")
    with django_assert_max_num_queries(40) as few:
        client.get("/p/acme/memories/")
    for _ in range(5):
        make_memory(acme)

    with django_assert_num_queries(len(few)):
        client.get("/p/acme/memories/")
