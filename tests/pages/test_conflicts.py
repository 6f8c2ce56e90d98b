"""The page of conflicts, and what a reviewer reads beside a proposal."""

import pytest

from memory.actors import human
from memory.kinds import Kind
from memory.services.projects import change_policy
from proposals.changes import Asked
from proposals.models import Conflict, Uncompared
from proposals.services.propose import propose_batch
from proposals.services.withdraw import withdraw
from proposals.states import Operation
from tests.factories import make_memory, make_proposal

NEO, LITE = "Use Neo4j as the primary store.", "Use SQLite as the primary store."
PAGE = "/p/acme/conflicts/"


@pytest.fixture
def pair(acme):
    make_memory(acme, NEO, kind=Kind.DECISION)
    make_memory(acme, LITE, kind=Kind.DECISION)
    return Conflict.objects.get(project=acme)


def test_both_sides_are_shown_with_the_reason_and_the_choices(as_alice, pair):
    page = as_alice.get(PAGE).text

    assert NEO in page
    assert LITE in page
    assert "Where one says" in page
    assert page.count('name="choice"') == 4
    assert "1 conflict stands" in as_alice.get("/p/acme/proposals/").text


def test_a_viewer_reads_and_may_not_choose(browse, vera, bob, charlie, pair):
    page = browse(vera).get(PAGE).text
    assert NEO in page
    assert '<form class="stack' not in page
    choice = {"conflict": pair.pk, "choice": "keep_old"}
    assert browse(bob).post(PAGE, choice).status_code == 403
    assert browse(charlie).post(PAGE, choice).status_code == 404
    assert browse(None).post(PAGE, choice).status_code == 302


def test_a_choice_resolves_it_and_leads_back(as_alice, pair):
    answer = as_alice.post(PAGE, {"conflict": pair.pk, "choice": "keep_new"})

    assert (answer.status_code, answer["Location"]) == (303, PAGE)
    page = as_alice.get(PAGE).text
    assert "Nothing speaks against anything else" in page
    assert "Resolved by P-" in page


def test_what_was_typed_is_kept_when_it_is_refused(as_alice, alice, acme, pair):
    change_policy(acme, by=alice, confirm_with="password")
    sent = {"conflict": pair.pk, "choice": "write_new", "content": "Use files. <b>"}

    answer = as_alice.post(PAGE, sent)
    assert answer.status_code == 422
    assert "Use files. &lt;b&gt;" in answer.text
    assert "Type your password" in answer.text
    gone = as_alice.post(PAGE, sent | {"conflict": 999})
    assert gone.status_code == 404
    assert "Use files. &lt;b&gt;" in gone.text


def test_the_proposal_page_shows_what_stands_against_it(as_alice, acme):
    make_memory(acme, NEO, kind=Kind.DECISION)
    make_memory(acme, "Exports run at night.", kind=Kind.DECISION)
    proposal = make_proposal(acme, LITE, kind=Kind.DECISION)

    page = as_alice.get(f"/p/acme/proposals/{proposal.label}/").text
    beside = page[page.index("Beside what is in force") :]
    assert NEO in beside
    assert "Exports run" not in beside


def test_the_brief_counts_them_until_they_are_resolved(as_alice, acme, pair):
    def conflicts():
        url = "/p/acme/tools/get_project_brief"
        return as_alice.post(url, {}, content_type="application/json").json()["conflicts"]

    [one] = conflicts()
    assert one["memories"] == [str(pair.older.public_id), str(pair.newer.public_id)]
    assert "neo4j" in one["reason"]
    as_alice.post(PAGE, {"conflict": pair.pk, "choice": "keep_both"})
    assert conflicts() == []


def test_it_says_what_is_still_to_be_compared(as_alice, acme, pair):
    assert "still to be compared" not in as_alice.get(PAGE).text

    Uncompared.objects.create(project=acme, first=1, last=1_200)
    Uncompared.objects.create(project=acme, first=1_300, last=1_300)

    assert "1,201 memories of a large batch are still to be compared" in as_alice.get(PAGE).text


def test_a_batch_is_compared_to_its_end(as_alice, browse, charlie, acme, alice):
    make_memory(acme, NEO, kind=Kind.DECISION)
    contents = [f"Depot {number} has a roof of its own." for number in range(60)]
    asked = [
        Asked(operation=Operation.CREATE, kind=Kind.DECISION, content=content)
        for content in [*contents, LITE]
    ]
    batch = propose_batch(acme, asked, actor=human(alice)).proposal
    here = f"/p/acme/proposals/{batch.label}/"

    page = as_alice.get(here).text
    assert "Compared were the first 5 of 61 changes." in page
    assert f"{here}against/?after=5" in page
    first = as_alice.get(f"{here}against/").text
    assert "changes 1 to 50 of 61" in first
    assert 'href="?after=50"' in first
    last = as_alice.get(f"{here}against/?after=50").text
    assert "changes 51 to 61 of 61" in last
    assert NEO in last
    assert "Where one says" in last
    assert browse(charlie).get(f"{here}against/").status_code == 404

    withdraw(batch, by=alice, revision=1)
    assert "No longer compared" in as_alice.get(f"{here}against/?after=-9").text
