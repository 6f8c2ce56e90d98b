"""Deciding on the Workspace: where a card holds the whole change, by the same form and service."""

import re

import pytest
from django.utils.html import strip_tags

from memory.actors import page_agent
from memory.services.projects import change_policy
from proposals.changes import Asked, Edited
from proposals.services.comment import comment
from proposals.services.propose import propose_batch
from proposals.services.revise import revise
from proposals.shown import FITS
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal
from tests.pages.seen import shown
from tests.pages.sent import decide, forms_for, page_of

HTMX = {"HX-Request": "true"}
STEP = "?do={}&revision=1&next=/p/acme/"


@pytest.fixture
def card(browse, alice):
    """The first card, as somebody sees it."""

    def get(by=alice):
        page = shown(browse(by).get("/p/acme/"))
        return re.search(r'<article class="prop .*?</article>', page)[0]

    return get


def is_decided_from(card):
    return "do=approve" in card


def test_a_short_change_is_shown_whole_and_decided_from_its_card(card, proposal):
    told = card()

    words = strip_tags(told)
    assert "Now: Use Neo4j as the primary store." in words
    assert "Proposed: Use SQLite and remove Neo4j." in words
    assert "Why: It needs no server." in words
    assert is_decided_from(told)
    assert f'href="{page_of(proposal)}?do=approve&amp;revision=1&amp;next=/p/acme/"' in told


@pytest.mark.parametrize(
    "more",
    [
        {"content": "Long. " * FITS},
        {"content": "\n".join("abcdef")},
        {"content": "Hid\u200bden."},
        {"content": "The password: hunter2hunter2x"},
        {"reason": "Because. " * FITS},
        {"title": "Another title"},
        {"tags": ["other"]},
        {"valid_until": "2099-01-01T00:00:00Z"},
        {"evidence_ids": ["M-001"]},
    ],
    ids=lambda more: next(iter(more)),
)
def test_what_a_card_does_not_hold_leads_to_the_proposal(card, acme, storage, more):
    make_memory(acme)
    proposal = make_proposal(acme, target=storage, **{"content": "Use SQLite.", **more})

    told = card()

    assert not is_decided_from(told)
    assert page_of(proposal) in told


def test_a_card_says_all_of_a_new_memory_and_of_one_to_retire(card, acme, storage):
    make_proposal(acme, "Tables have four legs.", title="Legs", tags=["wood"])
    told = card()
    assert "Tags: <bdi>wood</bdi>" in told
    assert is_decided_from(told)

    make_proposal(acme, target=storage, operation=Operation.RETIRE)
    told = card()
    assert "<del>Use Neo4j as the primary store.</del>" in told
    assert is_decided_from(told)


def test_nobody_decides_from_a_card_whose_turn_it_is_not(card, bob, alice, acme, storage):
    make_proposal(acme, "Use SQLite.", target=storage, by=alice)
    assert not is_decided_from(card(bob))

    change_policy(acme, by=alice, four_eyes=True)

    assert not is_decided_from(card(alice))


def test_the_step_asks_what_the_page_would_ask(browse, alice, acme, proposal):
    change_policy(acme, by=alice, confirm_with="password")

    step = browse(alice).get(page_of(proposal) + STEP.format("approve"), headers=HTMX)

    (form,) = forms_for(step, "approve")
    assert (form["revision"], form["next"]) == ("1", "/p/acme/")
    assert "password" in form
    assert 'id="approve" aria-labelledby="approve-h" open' in shown(step)
    assert "<main" not in shown(step)


def test_without_a_script_the_step_is_the_proposals_page(read, proposal):
    form = forms_for(read(proposal, STEP.format("approve")), "approve")[0]

    assert form["next"] == "/p/acme/"


def test_a_decision_goes_back_to_where_it_was_begun(as_alice, proposal):
    answer = decide(as_alice, proposal, "approve", next="/p/acme/")

    assert (answer.status_code, answer["Location"]) == (303, "/p/acme/")
    page = shown(as_alice.get("/p/acme/"))
    assert "You approved exactly these words" in page
    assert f'Approved, not applied yet: <a href="{page_of(proposal)}"' in page


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "/p/elsewhere/", "//p/acme/"])
def test_a_decision_leads_nowhere_else(as_alice, proposal, elsewhere):
    answer = decide(as_alice, proposal, "reject", note="No.", next=elsewhere)

    assert answer["Location"] == page_of(proposal)


def test_a_refusal_is_told_on_the_proposals_page(as_alice, alice, acme, proposal):
    change_policy(acme, by=alice, confirm_with="password")

    answer = decide(as_alice, proposal, "approve", password="wrong", next="/p/acme/")

    assert answer.status_code == 422
    assert forms_for(answer, "approve")[0]["next"] == "/p/acme/"
    proposal.refresh_from_db()
    assert proposal.status == Status.PENDING


def is_sent_to(proposal, answer):
    return answer.status_code == 204 and answer["HX-Redirect"].startswith(page_of(proposal))


def test_a_card_of_old_words_leads_to_those_of_now(as_alice, bob, proposal):
    revise(proposal, by=bob, revision=1, edited=Edited(content="Use DuckDB."))

    answer = as_alice.get(page_of(proposal) + STEP.format("approve"), headers=HTMX)

    assert is_sent_to(proposal, answer)


def test_what_something_in_force_speaks_against_is_read_before_it_is_approved(
    as_alice, acme, storage
):
    near = make_proposal(
        acme, "Use SQLite as the primary store.", kind="decision", title="Another store"
    )
    step = page_of(near) + STEP

    assert is_sent_to(near, as_alice.get(step.format("approve"), headers=HTMX))
    assert as_alice.get(step.format("reject"), headers=HTMX).status_code == 200


def test_what_members_talk_about_is_read_with_what_they_said(as_alice, card, bob, proposal):
    comment(proposal, by=bob, text="Ask the hosting team first.")

    assert not is_decided_from(card())
    answer = as_alice.get(page_of(proposal) + STEP.format("approve"), headers=HTMX)
    assert is_sent_to(proposal, answer)


def test_a_batch_says_what_it_is_made_of_and_how_it_begins(card, acme, bob, storage):
    asked = [
        Asked(operation=Operation.CREATE, kind="fact", content="Bee 0 is out."),
        Asked(operation=Operation.RETIRE, memory_id=str(storage.public_id)),
        Asked(operation=Operation.CREATE, kind="fact", content="Bee 1 is out."),
    ]

    propose_batch(acme, asked, actor=page_agent(bob))

    told = card()
    assert "2 new memories, 1 retirement: Bee 0 is out. &hellip;" in strip_tags(told)
    assert "<ins></ins>" not in told
    assert not is_decided_from(told)


def test_a_batch_of_retirements_has_no_words_to_begin_with(card, acme, bob, storage):
    asked = [
        Asked(operation=Operation.RETIRE, memory_id=str(one.public_id))
        for one in (storage, make_memory(acme))
    ]

    propose_batch(acme, asked, actor=page_agent(bob))

    assert "2 retirements" in card()
    assert "<ins" not in card()
