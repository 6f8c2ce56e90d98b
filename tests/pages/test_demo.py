"""The demo as a visitor's browser meets it."""

import pytest

from memory.models import Project
from tests.pages.seen import shown


@pytest.fixture
def visit(browse, settings, db):
    """A browser without an account that pressed the button, and its demo's address."""
    settings.WAGGLE_DEMO = True

    def start():
        browser = browse()
        return browser, browser.post("/demo/start/")["Location"]

    return start


def test_two_browsers_have_a_demo_each_and_neither_finds_the_others(visit):
    (first, mine), (second, theirs) = visit(), visit()

    for browser, own, foreign in ((first, mine, theirs), (second, theirs, mine)):
        assert browser.get(own).status_code == 200
        for page in ("", "memories/", "proposals/", "graph.json", "settings/"):
            assert browser.get(foreign + page).status_code == 404
        refused = browser.post(f"{foreign}tools/recall_memory", {"query": "storage"}, "text/json")
        assert refused.status_code == 404


def test_its_pages_say_what_a_demo_is_and_is_not_and_ask_not_to_be_found(visit, browse, bob, acme):
    browser, demo = visit()

    own = shown(browse(bob).get("/p/acme/"))
    for page in ("", "memories/", "proposals/", "activity/"):
        told = shown(browser.get(demo + page))
        assert "This is a demo." in told
        assert "filled with made-up memories and thrown away after a week" in told
        assert '<meta name="robots" content="noindex">' in told
    assert "This is a demo." not in own
    assert 'content="noindex"' not in own


def test_where_all_are_taken_a_visitor_is_told_so(visit, browse, monkeypatch):
    monkeypatch.setattr("waggle_site.demo.MOST_IN_ALL", 1)
    _, first = visit()

    refused = browse().post("/demo/start/")

    assert refused.status_code == 429
    assert "All demo workspaces are taken. Try again later." in shown(refused)
    assert [f"/p/{one.slug}/" for one in Project.objects.all()] == [first]


def test_where_there_are_no_demos_nobody_starts_one(browse, settings, db):
    settings.WAGGLE_DEMO = False

    assert browse().post("/demo/start/").status_code == 404
    assert browse().get("/demo/start/").status_code in {404, 405}
    assert not Project.objects.exists()
