"""The Workspace as somebody's own: the sources, whose turn it is, what is new to them."""

import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from memory.models import Membership
from memory.services.projects import change_policy, describe
from proposals.services.review import approve
from tests.factories import make_memory, make_proposal
from tests.pages.sent import decide

AWAY = timedelta(minutes=31)


@pytest.fixture
def visit(browse, acme, monkeypatch):
    """One person's look at the Workspace, in words; `after` they were away for so long."""
    clients = {}
    passed = timedelta()

    def look(person, after=timedelta()):
        nonlocal passed
        passed += after
        for place in ("memory.services.visits", "waggle_site.workspace.visits"):
            clock = SimpleNamespace(now=lambda: datetime.now(UTC) + passed)
            monkeypatch.setattr(f"{place}.timezone", clock)
        client = clients.setdefault(person.pk, browse(person))
        page = client.get("/p/acme/").content.decode()
        return re.sub(r"\s+", " ", strip_tags(page))

    return look


def test_the_context_says_where_each_part_comes_from(visit, alice, acme):
    goal = make_memory(acme, "Notes are found in ten seconds.", kind="goal")
    make_memory(acme, "No telemetry.", kind="requirement")
    make_memory(acme, "Works offline.", kind="constraint")

    page = visit(alice)

    assert f"Notes are found in ten seconds. {goal.label}, approved by" in page
    requirements = page.split("Requirements")[1].split("Open questions")[0]
    assert "No telemetry." in requirements
    assert "Works offline." in requirements
    assert "None in force. Write the first" in page.split("Open questions")[1]


def test_the_purpose_says_whose_it_is_and_whether_agents_read_it(visit, browse, alice, acme):
    describe(acme, by=alice, name="Acme", purpose="Acme ships paint.")
    assert re.search(r"written by A ?alice today", visit(alice))
    assert "read by no agent within a day" in visit(alice)

    browse(alice).post("/p/acme/tools/get_project_brief", {}, content_type="application/json")

    assert "read 1 time within a day" in visit(alice)


def test_whose_turn_it_is_and_why(visit, alice, bob, dora, acme, storage):
    proposal = make_proposal(acme, "Use SQLite.", target=storage, by=alice)
    assert "your turn" in visit(alice)
    assert "a reviewer's turn" in visit(bob).replace("&#x27;", "'")

    change_policy(acme, by=alice, four_eyes=True, approvals_needed=2)
    mine, hers = visit(alice), visit(dora)
    assert "you or your agent proposed it" in mine
    assert "your turn, approval 1 of 2" in hers

    approve(proposal, by=dora, revision=1)
    assert "approval 2 of 2: you approved it" in visit(dora)


def test_how_long_the_oldest_has_waited_is_said_where_there_are_several(visit, alice, acme):
    make_proposal(acme, "One.")
    assert "The oldest has waited" not in visit(alice)

    make_proposal(acme, "Another.")

    assert "The oldest has waited since today" in visit(alice)


def test_what_speaks_against_each_other_waits_for_a_person(visit, alice, acme):
    assert "Speak against each other" not in visit(alice)

    make_memory(acme, "Use Neo4j as the primary store.", kind="decision", title="Old store")
    make_memory(acme, "Use SQLite as the primary store.", kind="decision", title="New store")

    page = visit(alice)
    assert "Old store and New store" in page
    assert "Agents are told both." in page


def test_what_is_new_since_the_last_visit(visit, alice, acme):
    assert "Since you were here" not in visit(alice)
    make_memory(acme, "We deploy on Tuesdays.")
    assert "Since you were here" not in visit(alice)

    make_proposal(acme, "We deploy on Thursdays.")
    page = visit(alice, after=AWAY)

    assert "1 proposed" in page.split("Since you were here")[1][:80]
    assert "recorded" not in page.split("Since you were here")[1][:80]
    assert "1 proposed" in visit(alice)
    assert "Since you were here" not in visit(alice, after=AWAY)


def test_the_visit_before_was_on_another_device(visit, browse, alice, acme):
    phone = browse(alice)
    phone.get("/p/acme/")
    phone.post("/accounts/logout/")
    make_proposal(acme, "We deploy on Thursdays.")

    assert "1 proposed" in visit(alice, after=AWAY)


def test_nobody_is_told_what_another_in_the_same_browser_had_not_seen(browse, alice, bob, acme):
    shared = browse(alice)
    shared.get("/p/acme/")
    shared.force_login(bob)

    shared.get("/p/acme/")

    assert Membership.objects.get(user=bob).before_at is None


def test_a_visit_is_one_write_however_often_they_look(browse, alice, acme):
    browser = browse(alice)
    with CaptureQueriesContext(connection) as first:
        browser.get("/p/acme/")
    make_proposal(acme)
    with CaptureQueriesContext(connection) as again:
        browser.get("/p/acme/")

    assert [one["sql"].split()[1] for one in writes(first)].count('"memory_membership"') == 1
    assert writes(again) == []


def writes(queries):
    changing = ("UPDATE", "INSERT", "DELETE")
    return [one for one in queries if one["sql"].startswith(changing)]


def test_ones_own_decisions_are_no_news(visit, browse, alice, acme, proposal):
    visit(alice)

    decide(browse(alice), proposal, "reject", note="Not so.")

    assert "Since you were here" not in visit(alice, after=AWAY)


def test_the_last_time_an_agent_read_is_told(visit, browse, alice, acme):
    assert "last read by an agent" not in visit(alice)

    browse(alice).post("/p/acme/tools/get_project_brief", {}, content_type="application/json")

    assert "last read by an agent just now" in visit(alice)
