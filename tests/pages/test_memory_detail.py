import re

import pytest

from memory.actors import human
from memory.services.projects import close_project
from proposals.services.erase_entry import erase_entry
from proposals.services.erase_memory import erase_memory
from proposals.states import Status
from tests.factories import make_entry, make_memory, make_proposal, owner_of, retire


def without_token(answer):
    return re.sub(r'(content|value)="\w{64}"', "", answer.content.decode())


@pytest.fixture
def page(browse, bob, acme):
    def read(memory):
        answer = browse(bob).get(f"/p/acme/memories/{memory.label}/")
        assert answer.status_code == 200
        return answer.content.decode()

    return read


def test_it_shows_the_words_their_authority_and_who_decided(page, acme):
    memory = make_memory(acme, "We deploy on Tuesdays.", title="Deploys")

    shown = page(memory)

    assert "We deploy on Tuesdays." in shown
    assert "statement--authoritative" in shown
    assert "alice" in shown
    assert "Agent in the page" in shown


def test_it_is_found_by_its_number_and_by_its_id(browse, bob, acme):
    memory = make_memory(acme)
    client = browse(bob)

    answers = [
        client.get(f"/p/acme/memories/{ref}/")
        for ref in (memory.label, memory.label.lower(), memory.public_id)
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 200]


def test_another_projects_id_is_answered_like_one_that_does_not_exist(browse, bob, acme, elsewhere):
    foreign = make_memory(elsewhere)
    client = browse(bob)

    theirs = client.get(f"/p/acme/memories/{foreign.public_id}/")
    nobodys = client.get("/p/acme/memories/00000000-0000-7000-8000-000000000000/")

    assert (theirs.status_code, nobodys.status_code) == (404, 404)
    assert without_token(theirs) == without_token(nobodys)


def test_a_superseded_one_names_what_agents_are_told_instead(page, acme):
    old = make_memory(acme, "We deploy on Tuesdays.")
    new = make_memory(acme, "We deploy on Thursdays.", supersedes=old)

    shown = page(old)

    assert "statement--superseded" in shown
    assert f"version 2, {new.label}" in shown
    assert "Propose a change" not in shown


def test_a_retired_one_keeps_its_address(page, acme):
    shown = page(retire(make_memory(acme, "We deploy on Tuesdays.")))

    assert "statement--retired" in shown
    assert "What agents receive" not in shown
    assert "with nothing in its place" in shown
    assert "until superseded" not in shown
    assert "retired, retired" not in shown


def test_what_waits_to_change_it_is_said_and_leads_there(page, browse, bob, acme):
    memory = make_memory(acme, "We deploy on Tuesdays.")
    assert "proposed</a>" not in page(memory)
    first = make_proposal(acme, "We deploy on Thursdays.", target=memory)
    make_proposal(acme, "We deploy on Fridays.", target=memory)
    make_proposal(acme, "We deploy at night.", target=memory, status=Status.REJECTED)

    shown = page(memory)
    assert "2 changes proposed</a>" in shown
    assert f'class="pending-note" href="/p/acme/proposals/{first.label}/"' in shown
    then = browse(bob).get(f"/p/acme/memories/{memory.label}/?as_of=2126-05-14")
    assert "changes proposed" not in then.content.decode()


def test_links_are_shown_from_both_ends_and_across_versions(page, acme):
    storage = make_memory(acme, "Use Neo4j.", title="Storage")
    search = make_memory(
        acme,
        "Inside the store.",
        title="Search",
        links=[{"type": "depends_on", "memory_id": str(storage.public_id)}],
    )
    newer = make_memory(acme, "Use SQLite.", supersedes=storage)

    assert "depends on" in page(search)
    assert "needed by" in page(newer)
    assert "Inside the store." in page(newer)


def test_its_evidence_is_quoted_where_it_can_be_read(page, acme, bob):
    entry = make_entry(acme, "The seal leaks at 4 bar.", about="Pump 7", by=bob)
    heard = make_memory(acme, "Seals leak in the cold.", title="Seals")
    gone = make_entry(acme, "Nobody reads this again.", about="Pump 8", by=bob)
    emptied = make_memory(acme, "Nor this.", title="Valves")
    refs = [entry.label, heard.label, gone.label, emptied.label]
    memory = make_memory(acme, "Change the seals in May.", evidence_ids=refs)
    assert page(memory).count("<blockquote") == 4

    erase_entry(gone, by=owner_of(acme), reason="Asked for.")
    erase_memory(emptied, by=owner_of(acme), reason="Asked for.")

    shown = page(memory).split('id="evidence-h"')[1]
    assert shown.index("The seal leaks at 4 bar.") < shown.index("Seals leak in the cold.")
    assert f"/p/acme/companion/entries/{entry.label}/" in shown
    assert f"/p/acme/memories/{heard.label}/" in shown
    assert shown.count("not available") == 2
    assert "Nobody reads this again." not in shown


def test_only_who_may_propose_is_offered_to(browse, acme, page):
    memory = make_memory(acme)
    make_proposal(acme, target=memory)
    assert "Propose a change" in page(memory)

    acme.memberships.filter(user__username="bob").update(role="viewer")

    assert "Propose a change" not in page(memory)


def test_in_a_closed_project_nothing_is_offered(page, acme, alice):
    memory = make_memory(acme, "We deploy on Tuesdays.")
    close_project(acme, actor=human(alice))

    shown = page(memory)

    assert "This project is closed." in shown
    assert "We deploy on Tuesdays." in shown
    assert "Edit<kbd" not in shown


def test_a_hidden_character_is_named_and_counted(page, acme):
    memory = make_memory(acme, "Plain\u200b words\u202e here.")

    shown = page(memory)

    assert "zero width space U+200B" in shown
    assert "right-to-left override U+202E" in shown
    assert "2 hidden characters." in shown
