import re

import pytest
from django.utils import timezone

from memory.actors import page_agent
from memory.audit import EVENT_TYPES
from memory.models import ToolCall
from memory.models.audit_event import TOLD_BY_APPLYING
from proposals.services.erase_entry import erase_entry
from proposals.states import Status
from tests.companion.reading import read
from tests.companion.scripted import TEXT
from tests.factories import make_entry, make_memory, make_proposal, owner_of
from waggle_site.workspace.timeline import FILTERS, WHAT


@pytest.fixture
def record(browse, bob, acme):
    def read(query="", **headers):
        answer = browse(bob).get(f"/p/acme/activity/{query}", headers=headers)
        assert answer.status_code == 200
        return answer.content.decode()

    return read


def call(project, user, tool, outcome="ok", ids=()):
    return ToolCall.objects.create(
        project=project,
        tool=tool,
        actor=page_agent(user).stored(),
        origin="page",
        outcome=outcome,
        milliseconds=1,
        ids=list(ids),
        at=timezone.now(),
    )


def lines(page):
    return re.findall(r'<li class="ev [^"]*">(.*?)</li>', page, re.DOTALL)


def test_agents_and_people_speak_in_two_voices(record, acme, bob):
    make_proposal(acme, "We deploy on Thursdays.", status=Status.APPLIED, by=bob)

    page = record()

    assert 'class="ev ev--agent"' in page
    assert 'class="ev ev--human ev--handoff"' in page
    assert "propose_memory_change" in page


def test_it_is_narrowed_to_what_happened_and_to_who_did_it(record, acme, bob):
    make_proposal(acme, status=Status.APPLIED, by=bob)
    call(acme, bob, "recall_memory")
    verb = re.compile(r"\b(proposed|approved|applied|recalled|made this project)")
    told = {
        what: [found[1] for one in lines(record(f"?what={what}")) if (found := verb.search(one))]
        for what, _ in FILTERS
    }

    assert told[""] == ["recalled", "applied", "approved", "proposed", "made this project"]
    assert told["proposals"] == ["proposed"]
    assert told["decisions"] == ["approved"]
    assert told["changes"] == ["applied"]
    assert told["calls"] == ["recalled"]
    assert told["project"] == ["made this project"]
    assert "Nothing of that" in record("?what=evidence")
    assert "Nothing of that" in record("?what=proposals&voice=humans")
    assert 'href="?what=calls&amp;voice=humans"' in record("?what=calls")


def test_every_event_that_is_told_has_its_place_among_the_filters():
    about_project = ("policy", "member", "key", "passkey", "project", "guide")
    placed = {one for types in WHAT.values() for one in types}

    left = EVENT_TYPES - placed - set(TOLD_BY_APPLYING)

    assert {one.split(".")[0] for one in left} <= set(about_project)


def test_a_rejection_is_told_with_its_reason(record, acme):
    make_proposal(acme, status=Status.REJECTED)

    assert "Not so." in record()


def test_a_long_title_is_cut_and_a_full_stop_ends_no_name(record, acme):
    make_proposal(acme, "The hall is heated.", title="")
    make_proposal(acme, "It is.", title="W" * 200)
    make_proposal(acme, "It will be.", title="V" * 80)

    page = record()

    assert f"<bdi>{'W' * 79}…</bdi>" in page
    assert f"<bdi>{'V' * 80}</bdi>" in page
    assert "<bdi>The hall is heated</bdi>" in page


def test_a_refused_call_says_why_in_words(record, acme, bob):
    call(acme, bob, "apply_approved_memory_change", "PROPOSAL_NOT_APPROVED")

    assert "no human has approved it" in record()


def test_what_an_event_tells_is_not_told_again_as_a_call(record, acme, bob):
    make_proposal(acme, by=bob)
    call(acme, bob, "propose_memory_change")
    call(acme, bob, "recall_memory", ids=["x", "y"])

    page = record()

    assert page.count("propose_memory_change</code>") == 1
    assert "recalled and got 2 memories" in page


def test_every_line_is_on_exactly_one_page(record, acme, bob):
    for _ in range(60):
        call(acme, bob, "get_project_brief")
    make_memory(acme)
    first = record()
    cursor = re.search(r'rel="next" href="([^"]+)"', first)[1].replace("&amp;", "&")
    call(acme, bob, "recall_memory")

    second = record(cursor)

    told = acme.tool_calls.filter(tool="get_project_brief").count()
    assert (first + second).count("read the brief") == told
    assert "made this project" in second


@pytest.mark.parametrize("cursor", ["x", "2026-01-01~1~2", "a~b~c", "~~~", "9999-99-99T00:00Z~1~1"])
def test_a_broken_cursor_begins_at_the_top(record, acme, cursor):
    assert "made this project" in record(f"?after={cursor}")


def test_htmx_gets_the_days_alone(record):
    fragment = record(**{"HX-Request": "true"})

    assert "made this project" in fragment
    assert "<html" not in fragment


def test_another_projects_record_is_not_told(record, acme, elsewhere):
    make_memory(elsewhere, title="Foreign title")
    make_memory(acme, title="Own title")

    page = record()

    assert "Own title" in page
    assert "Foreign title" not in page


def test_its_queries_do_not_grow_with_its_lines(
    browse, bob, acme, django_assert_max_num_queries, django_assert_num_queries
):
    client = browse(bob)
    for _ in range(2):
        make_memory(acme)
        make_entry(acme)
    client.get("/p/acme/activity/")
    with django_assert_max_num_queries(40) as few:
        client.get("/p/acme/activity/")
    for _ in range(5):
        make_memory(acme)
        make_entry(acme, about=f"Pump {make_memory(acme).number}")

    with django_assert_num_queries(len(few)):
        client.get("/p/acme/activity/")


def test_one_voice_can_be_read_alone(record, acme, bob):
    make_proposal(acme, "We deploy on Thursdays.", status=Status.APPLIED, by=bob)
    call(acme, bob, "get_project_brief")

    agents, humans = (record(f"?voice={voice}") for voice in ("agents", "humans"))

    assert "read the brief" in agents
    assert "read the brief" not in humans
    assert all("ev--human" not in line for line in re.findall(r'class="ev [^"]*"', agents))
    assert all("ev--agent" not in line for line in re.findall(r'class="ev [^"]*"', humans))
    assert len(lines(agents)) + len(lines(humans)) == len(lines(record("?voice=nobody")))


def test_an_older_page_keeps_the_voice(record, acme, bob):
    for _ in range(41):
        call(acme, bob, "get_project_brief")

    page = record("?voice=agents")

    older = re.search(r'rel="next" href="(\?[^"]*)"', page)[1].replace("&amp;", "&")
    assert "voice=agents" in older
    assert len(lines(record(older))) == 1


def test_what_became_of_an_entry_leads_to_it(record, acme, alice):
    entry = make_entry(acme, TEXT, by=alice)
    read(entry)
    gone = make_entry(acme, "zanzibarquokka", about="Zanzibar")
    erase_entry(gone, by=owner_of(acme), reason="They asked for it.")

    page = record()

    link = f'<a href="/p/acme/companion/entries/{entry.label}/"><bdi>{entry.label} Pump 7</bdi></a>'
    assert f"confirmed as their words {link}" in page
    assert f'read {link}<span class="more">3 facts, 1 inference</span>' in page
    assert f"<bdi>{gone.label}</bdi></a>" in page
    assert "anzibar" not in page
