import re

from memory.actors import human, page_agent
from memory.services.projects import change_policy, close_project
from proposals.changes import Asked, Edited
from proposals.services.apply import apply
from proposals.services.propose import propose
from proposals.services.review import approve, revoke
from proposals.services.revise import revise
from proposals.services.withdraw import withdraw
from proposals.states import Status
from tests.factories import make_memory, make_proposal, retire
from tests.pages.seen import shown
from tests.pages.sent import forms_for


def test_four_eyes_says_why_you_may_not(read, alice, acme, storage):
    change_policy(acme, by=alice, four_eyes=True)
    own = make_proposal(acme, "Use SQLite.", target=storage, by=alice)

    page = read(own)

    assert "This project asks for four eyes" in shown(page)
    assert not forms_for(page, "approve")
    assert forms_for(page, "reject")


def test_a_contributor_is_told_who_approves(read, bob, proposal):
    assert "Approving takes the reviewer role" in shown(read(proposal, by=bob))


def test_one_of_two_approvals_waits_for_another(read, acme, alice, proposal):
    change_policy(acme, by=alice, approvals_needed=2)
    approve(proposal, by=alice, revision=1)

    page = read(proposal)

    assert "1 of 2" in shown(page)
    assert "You approved it already" in shown(page)
    assert forms_for(page, "revoke")


def test_approved_it_is_frozen_and_can_be_applied_or_taken_back(read, alice, acme, proposal):
    approve(proposal, by=alice, revision=1, edited=Edited(content="Use SQLite."), note="Shorter.")

    page = read(proposal)

    assert "pane--frozen" in shown(page)
    assert "becomes version 2 when applied" in shown(page)
    assert "How the text came about" in shown(page)
    assert "Shorter." in shown(page)
    assert forms_for(page, "apply")
    assert forms_for(page, "revoke")
    assert not forms_for(page, "approve")


def test_applied_it_shows_the_turn(read, acme, proposal, alice, bob):
    approve(proposal, by=alice, revision=1)
    made = apply(proposal, actor=page_agent(bob)).memories[0]

    page = shown(read(proposal))

    assert "turn__was" in page
    assert f"/p/acme/memories/{made.label}/" in page
    assert "What agents are told now" in page


def test_an_applied_one_that_was_overtaken_since_says_so(read, acme, proposal, alice, bob):
    approve(proposal, by=alice, revision=1)
    made = apply(proposal, actor=page_agent(bob)).memories[0]
    make_memory(acme, "Use files.", supersedes=made)

    page = shown(read(proposal))

    assert "turn__is--past" in page
    assert "What agents are told now" not in page
    assert "is superseded" in page


def test_stale_leads_with_what_overtook_it(read, acme, proposal, storage):
    winner = make_memory(acme, "Use files.", supersedes=storage)

    page = read(proposal)
    text = shown(page)

    assert text.index("changed after this was proposed") < text.index("What was proposed")
    assert f"/p/acme/memories/{winner.label}/" in text
    assert "Not the same. Approval is off." in text
    assert f"/p/acme/proposals/new/?again={proposal.label}" in text
    assert not forms_for(page, "approve")


def test_a_retired_target_is_named(read, proposal, storage):
    retire(storage)

    assert f"{storage.label}</a> was retired" in shown(read(proposal))


def test_rejected_the_reason_leads(read, acme, storage):
    proposal = make_proposal(acme, "Use SQLite.", target=storage, status=Status.REJECTED)

    page = read(proposal)

    assert shown(page).index("Not so.") < shown(page).index("What was proposed")
    assert forms_for(page, "lift")


def test_withdrawn_nothing_is_left_to_do(read, acme):
    proposal = make_proposal(acme, status=Status.WITHDRAWN)

    page = read(proposal)

    assert "The same words may be proposed again" in shown(page)
    assert not forms_for(page, "approve")


def test_it_is_said_who_took_it_back(read, acme, alice, bob):
    by_an_agent = make_proposal(acme, by=bob, status=Status.WITHDRAWN)
    by_hand = propose(
        acme, Asked(operation="create", kind="fact", content="Warm."), actor=human(bob)
    ).proposal
    withdraw(by_hand, by=bob, revision=1)

    assert re.search(r"<bdi>bob</bdi></span> took back what", shown(read(by_an_agent)))
    assert re.search(r"<bdi>bob</bdi></span> proposed it and took it back", shown(read(by_hand)))


def test_what_came_to_an_end_is_read_in_one_line(read, acme, proposal, storage):
    assert "views--auto" in shown(read(proposal))
    make_memory(acme, "Use files.", supersedes=storage)

    page = shown(read(proposal))

    assert "views--one" in page
    assert page.index("Against now") < page.index("Side by side")
    assert "views--two" in shown(read(proposal, "?view=two"))


def test_applied_a_new_text_is_not_shown_as_approved_once_more(read, acme, storage):
    new = make_proposal(acme, "Warm.", status=Status.APPLIED)
    changed = make_proposal(acme, "Use SQLite.", target=storage, status=Status.APPLIED)

    assert "What was approved" not in shown(read(new))
    assert "What was approved" in shown(read(changed))


def test_what_is_proposed_says_what_it_would_be(read, acme, proposal):
    assert "would be version 2; version 1 is in force" in shown(read(proposal))
    assert "would be a new memory" in shown(read(make_proposal(acme)))


def test_reopened_says_why(read, alice, proposal):
    approve(proposal, by=alice, revision=1)
    revoke(proposal, by=alice, revision=1)

    page = shown(read(proposal))

    assert "Waiting once more" in page
    assert "The approval was taken back" in page
    note = page.split("It waits once more.")[1].split("</div>")[0]
    assert "<bdi>alice</bdi></span>, <time" in note


def test_the_history_reads_in_order(read, acme, alice, bob, proposal):
    revise(proposal, by=bob, revision=1, edited=Edited(content="Use SQLite, always."))
    approve(proposal, by=alice, revision=2, note="Good.")

    text = shown(read(proposal)).split('id="hist-h"')[1]

    assert text.index("approved it") < text.index("changed its words") < text.index("proposed it")
    assert "Good." in text


def test_a_closed_project_offers_nothing(read, alice, acme, proposal):
    close_project(acme, actor=page_agent(alice))

    page = read(proposal)

    assert "This project is closed" in shown(page)
    assert not forms_for(page, "approve")
