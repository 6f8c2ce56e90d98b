"""The demo as a visitor's browser meets it."""

from datetime import timedelta

import pytest

from memory.models import DemoLease, Memory, Project
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
        asked = {"query": "storage", "project_id": foreign.split("/")[2]}
        for address in (foreign, own):
            answer = browser.post(f"{address}tools/recall_memory", asked, "application/json")
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "NOT_FOUND")
        assert foreign.split("/")[2] not in shown(browser.get(own))
        listed = shown(browser.get("/admin/memory/memory/"))
        for slug, are_listed in ((own.split("/")[2], True), (foreign.split("/")[2], False)):
            ids = Memory.objects.filter(project__slug=slug).values_list("public_id", flat=True)
            rows = [f'href="/admin/memory/memory/{one}/change/' in listed for one in ids]
            assert len(rows) > 20
            assert set(rows) == {are_listed}


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


AT_HOME = "It stays on this computer, except for what an agent reads."
KEPT = {
    "at home": ({}, AT_HOME),
    "under the name of another computer": (
        {"base": "https://waggle.example"},
        "It is kept on the server at waggle.example, not on your computer: put nothing real",
    ),
    "reached from another computer": (
        {"asked": "192.0.2.5:8000"},
        "It is kept on the server at 192.0.2.5, not on your computer: put nothing real",
    ),
    "reached by its number": ({"asked": "[::1]:8000"}, AT_HOME),
    "with a database elsewhere": (
        {"database": "db.example"},
        "It is kept on the server at db.example, not on your computer: put nothing real",
    ),
    "with a model elsewhere": (
        {"model": "https://models.example/v1"},
        "It is kept on this computer. What you confirm in Companion is read by a language model"
        " at models.example.",
    ),
    "with a model at home": ({"model": "http://localhost:11434/v1"}, AT_HOME),
}


@pytest.mark.parametrize(("where", "told"), KEPT.values(), ids=KEPT)
def test_it_says_where_its_words_are_kept(visit, settings, monkeypatch, where, told):
    browser, demo = visit()
    settings.ALLOWED_HOSTS = ["*"]
    settings.WAGGLE_BASE_URL = where.get("base", "http://localhost:8000")
    settings.WAGGLE_LLM_BASE_URL = where.get("model", "")
    settings.WAGGLE_LLM_MODEL = "some" if "model" in where else ""
    monkeypatch.setitem(settings.DATABASES["default"], "HOST", where.get("database", ""))

    page = browser.get(demo, headers={"host": where.get("asked", "localhost:8000")})

    assert told in shown(page)
    assert shown(page).count("kept on") + shown(page).count("stays on") == 1


def test_a_week_is_how_long_it_lasts(visit):
    visit()
    lease = DemoLease.objects.get()

    assert lease.expires_at - lease.started_at == timedelta(weeks=1)


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
