"""Filters in the search of the memory list: visible, removable, named where unknown."""

import re
from datetime import UTC, datetime
from urllib.parse import unquote_plus

import pytest

from memory.query_language import parse
from tests.factories import make_memory, make_proposal
from tests.pages.seen import shown


def day(number):
    return datetime(2026, 1, number, tzinfo=UTC)


@pytest.fixture
def hall(acme, alice):
    old = make_memory(acme, "Storage in the hall.", kind="decision", tags=["storage", "Größe"])
    make_memory(acme, "Storage in the cellar.", supersedes=old, valid_from=day(10))
    make_memory(acme, "Storage is a question.", kind="question", tags=["open"], valid_from=day(20))
    make_memory(acme, "Nothing here.", kind="note", tags=["storage room"], valid_from=day(30))
    return acme


@pytest.fixture
def rows(browse, bob, hall):
    def read(q, **query):
        answer = browse(bob).get("/p/acme/memories/", {"q": q, **query})
        assert answer.status_code == 200
        return answer

    return read


def listed(answer):
    return {memory.content for memory in answer.context["listed"].memories}


CELLAR, ASKED, NOTHING = "Storage in the cellar.", "Storage is a question.", "Nothing here."
FOUND = {
    "kind:decision": {CELLAR},
    "KIND:Decision kind:question": {CELLAR, ASKED},
    "storage kind:question": {ASKED},
    "tag:storage": {CELLAR},
    "tag:STORAGE kind:note": set(),
    'tag:"storage room"': {NOTHING},
    "tag:storage tag:open": set(),
    "tag:Größe storage": {CELLAR},
    'tag:%" storage': set(),
    "authority:superseded": {"Storage in the hall."},
    "storage authority:superseded": {"Storage in the hall."},
    "storage authority:all kind:decision": {"Storage in the hall.", CELLAR},
    'author:"agent in the page"': {CELLAR, ASKED, NOTHING},
    "author:ALICE storage": {CELLAR, ASKED, NOTHING},
    "author:nobody": set(),
    "after:2026-01-20": {ASKED, NOTHING},
    "after:2026-01-20T00:00:00.000001Z": {NOTHING},
    "before:2026-01-20": {CELLAR},
    "before:2026-01-20T00:00:00.000001+00:00": {CELLAR, ASKED},
    "storage after:2026-01-10T05:30:00+05:30 before:2026-01-11": {CELLAR},
    "before:2026-01-10 after:2026-01-20": set(),
}


@pytest.mark.parametrize("query", FOUND)
def test_each_filter_narrows(rows, query):
    answer = rows(query)

    assert listed(answer) == FOUND[query]
    assert not answer.context["asked"]["said"].problems


def test_each_is_a_chip_that_takes_it_away(rows):
    page = shown(rows('storage kind:decision tag:storage "in the"', kind="", authority="all"))

    links = re.findall(r'<a class="chip" href="([^"]*)"', page)
    queries = [unquote_plus(link.replace("&amp;", "&")) for link in links]
    assert 'q=storage tag:storage "in the"' in queries[0]
    assert 'q=storage kind:decision "in the"' in queries[1]
    assert all("authority=all" in link for link in links)


def test_a_chosen_kind_is_a_chip_too_and_what_is_typed_goes_first(rows):
    chosen = rows("storage", kind="question")
    typed = rows("storage kind:decision", kind="question")

    assert (listed(chosen), listed(typed)) == ({ASKED}, {CELLAR})
    assert shown(chosen).count('class="chip"') == shown(typed).count('class="chip"') == 1


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("colour:red storage", "“colour” is no filter; it is searched for. Filters are kind, tag,"),
        ("kind:colour storage", "kind:colour is not understood: choose one of goal, decision,"),
        ("authority:gone storage", "choose one of authoritative, superseded,"),
        ("after:yesterday storage", "after:yesterday is not understood: not an ISO 8601 time"),
        ("before:2026-01-01T10:00 storage", "say the zone"),
        ("authority:all authority:retired storage", "the authority is all already; name one"),
        ('tag:"" storage', "name one"),
        ("<b>x:</b> after:<b> storage", "after:&lt;b&gt; is not understood"),
    ],
)
def test_what_is_not_understood_is_named_kept_and_searched_for(rows, query, says):
    answer = rows(query)

    assert says in shown(answer).replace("&#x27;", "'")
    assert answer.context["asked"]["query"] == query
    assert CELLAR in listed(answer) or "all" in query
    assert "<b>" not in shown(answer)


WORDS = ["http://example.org", "std::vector", "10:30", "a:b", "kind: decision", "C:\\logs", "x:"]


@pytest.mark.parametrize("word", [*WORDS, '"in the kind:decision hall"', "kind:"])
def test_what_only_looks_like_a_filter_is_a_word(word):
    asked = parse(word)

    assert (asked.words, asked.chips, asked.problems) == (word, [], [])


def test_another_projects_memories_are_in_none_of_it(rows, elsewhere):
    make_memory(elsewhere, "Storage elsewhere.", kind="decision", tags=["storage"])

    for query in ("storage elsewhere", "tag:storage", "kind:decision", "storage tag:storage"):
        assert "elsewhere" not in shown(rows(query)).split('id="rows"')[1]


def test_a_proposal_is_in_none_of_it(rows, acme):
    make_proposal(acme, "Storage is proposed.", kind="decision", tags=["storage"])

    assert "Storage is proposed." not in listed(rows("storage tag:storage authority:all"))


def test_words_that_were_found_are_marked(rows, acme):
    make_memory(acme, "Deploying <b>café</b> user_id on 数据库里.", title="The café")
    page = shown(rows("deploy cafe USER_ID 数据库 arch*"))

    assert (
        "<mark>Deploying</mark> &lt;b&gt;<mark>café</mark>&lt;/b&gt; <mark>user_id</mark>" in page
    )
    assert "<mark>数据库</mark>里" in page
    assert "The <mark>café</mark>" in page


def test_a_hit_far_into_a_text_is_shown(rows, acme):
    make_memory(acme, f"{'Filler words. ' * 60}Then granite{' and more' * 60}.")

    page = shown(rows("granite"))

    assert "Then <mark>granite</mark> and more" in page
    assert "…Filler words." in page or "…words." in page


def test_without_a_search_nothing_is_marked(rows):
    assert "<mark>" not in shown(rows("kind:decision"))


def test_a_quote_that_nothing_says_is_answered_with_its_words(rows):
    assert "Nothing says that word for word" in shown(rows('"cellar storage"'))
    assert "word for word" not in shown(rows('"storage in the cellar"'))


def test_filters_hold_at_another_instant(rows, acme):
    then = "2026-01-15T00:00:00Z"

    assert listed(rows("kind:decision storage", as_of=then)) == {CELLAR}
    assert listed(rows("kind:question", as_of=then)) == set()
