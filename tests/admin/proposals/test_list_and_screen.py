"""Proposals in the admin: whose, found how, and on one screen."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from proposals.states import Status
from tests.factories import make_memory, make_proposal, retire
from tests.pages.seen import shown

LIST = "/admin/proposals/proposal/"


def page(proposal, step="change"):
    return f"{LIST}{proposal.public_id}/{step}/"


@pytest.mark.parametrize("name", ["alice", "dora"])
def test_who_reviews_sees_the_proposals_of_their_projects_only(
    request, browse, name, proposal, sibling
):
    client = browse(request.getfixturevalue(name))

    listed = client.get(LIST)

    assert proposal.label in shown(listed)
    assert "&lt;" not in shown(listed)  # values, and not their markup
    assert str(sibling.public_id) not in shown(listed)
    assert "2 proposals" in shown(listed)  # and the one that made the memory
    assert client.get(page(proposal)).status_code == 200
    for step in ("change", "history", "delete", "approve", "reject"):
        unknown = f"{LIST}0192b3c4-0000-7000-8000-000000000000/{step}/"
        assert client.get(page(sibling, step)).status_code == 404, step
        assert client.post(page(sibling, step)).status_code == 404, step
        assert client.get(unknown).status_code == 404, step


@pytest.mark.parametrize("name", ["vera", "bob"])
def test_who_does_not_review_is_refused_in_words(request, browse, name, proposal):
    client = browse(request.getfixturevalue(name))

    for address in (LIST, page(proposal), page(proposal, "history"), f"{LIST}add/"):
        answer = client.get(address)
        assert answer.status_code == 403
        assert "reviewer role" in shown(answer)


def test_nobody_signed_in_is_sent_to_the_sign_in_of_the_site(browse, proposal):
    answer = browse().get(page(proposal))

    assert answer.status_code == 302
    assert answer["Location"] == f"/accounts/login/?next={page(proposal)}"


def test_nothing_is_added_saved_or_deleted(browse, alice, proposal):
    client = browse(alice)

    assert client.get(f"{LIST}add/").status_code == 403
    for step in ("change", "delete"):
        assert client.post(page(proposal, step), {"status": "applied"}).status_code == 403
    assert client.post(f"{LIST}add/", {"status": "applied"}).status_code == 403
    bulk = {"action": "delete_selected", "_selected_action": proposal.pk, "index": 0}
    client.post(LIST, bulk)

    proposal.refresh_from_db()
    assert proposal.status == Status.PENDING


def test_filters_count_and_narrow(browse, alice, acme, proposal, sibling):
    make_proposal(acme, "Something new.", status=Status.REJECTED)
    client = browse(alice)

    everything = shown(client.get(LIST))
    rejected = shown(client.get(LIST, {"status__exact": "rejected"}))

    assert "Rejected (1)" in everything
    assert "Waiting for a human (1)" in everything
    assert "Something new." in rejected
    assert proposal.label not in rejected
    assert proposal.label in shown(client.get(LIST, {"proposer": "agent"}))
    assert "0 proposals" in shown(client.get(LIST, {"proposer": "system"}))
    assert "sibling" not in everything
    assert "0 proposals" in shown(client.get(LIST, {"project": "sibling"}))


@pytest.mark.parametrize(
    "asked",
    [
        {"credential__startswith": "human"},
        {"same_as__startswith": "a"},
        {"rejected_values__value__startswith": "a"},
        {"proposer__password__startswith": "a"},
        {"status__exact": "\x00"},
        {"_to_field": "same_as"},
    ],
)
def test_no_column_is_found_out_through_the_address(browse, alice, proposal, asked):
    assert browse(alice).get(LIST, asked).status_code == 400


@pytest.mark.parametrize(
    "query", ["SQLite", "neo4j REMOVE", "needs server", "primary sqlite", "P-0002", "p-2"]
)
def test_search_finds_words_of_text_reason_and_target_and_numbers(
    browse, alice, proposal, sibling, query
):
    assert "1 proposal<" in shown(browse(alice).get(LIST, {"q": query})).replace(" <", "<")


@pytest.mark.parametrize("query", ["Postgres", "P-0099", "content", "words kind", "\x00", "%", "'"])
def test_search_finds_nothing_else(browse, alice, proposal, query):
    answer = browse(alice).get(LIST, {"q": query})

    assert answer.status_code == 200
    if "\x00" not in query:
        assert "0 proposals" in shown(answer)


def test_one_screen_shows_the_change_the_reason_the_evidence_and_the_policy(
    browse, alice, acme, bob, storage
):
    cited = make_memory(acme, "Nobody queries the graph.", title="Use of the graph")
    proposal = make_proposal(
        acme,
        "Use SQLite as the primary store.",
        target=storage,
        by=bob,
        reason="It needs no server.",
        evidence_ids=[str(cited.public_id)],
    )

    page_shown = shown(browse(alice).get(page(proposal)))

    for words in (
        "<del>Neo4j</del>",
        "<ins>SQLite</ins>",
        "It needs no server.",
        "Nobody queries the graph.",
        "Same version. Safe to decide.",
        "0 of 1",
        "Four eyes",
    ):
        assert words in page_shown, words


@pytest.mark.parametrize("status", Status)
def test_each_status_has_its_screen(browse, alice, acme, storage, status):
    proposal = make_proposal(acme, "Other words.", target=storage, status=status)

    answer = browse(alice).get(page(proposal))

    assert answer.status_code == 200
    assert ("Approve as proposed" in shown(answer)) is (status == Status.PENDING)


def test_a_target_that_moved_is_shown_as_such(browse, alice, acme, storage):
    proposal = make_proposal(acme, "Use SQLite.", target=storage)
    retire(storage)

    answer = shown(browse(alice).get(page(proposal)))

    assert "Overtaken: target changed" in answer
    assert "Approve as proposed" not in answer


def test_the_history_is_the_projects_own_record(browse, alice, proposal):
    answer = browse(alice).get(page(proposal, "history"), follow=True)

    assert "proposal.created" in shown(answer)


def test_the_list_asks_no_more_for_more_rows(
    browse, alice, acme, proposal, django_assert_num_queries
):
    client = browse(alice)
    with CaptureQueriesContext(connection) as few:
        client.get(LIST)
    for _ in range(5):
        make_proposal(acme, by=alice)

    with django_assert_num_queries(len(few)):
        client.get(LIST)
