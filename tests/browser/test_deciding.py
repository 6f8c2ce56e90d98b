"""Decisions among two people, a slow server, old pages and a Back button."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.person import Person

pytestmark = pytest.mark.browser


def frozen(person: Person):
    return person.page.get_by_role("article", name="Frozen")


def alert(person: Person):
    return person.page.get_by_role("main").get_by_role("alert")


def test_a_page_opens_with_no_decision_in_focus(alice, bob):
    proposal = bob.proposes(proposed_content="The gate is green.")

    alice.link("Review").click()
    expect(alice.page.get_by_role("heading", level=1)).to_have_text("Review")
    alice.page.get_by_role("link", name="The gate is green.").click()

    expect(alice.page.get_by_role("main")).to_be_focused()
    alice.page.keyboard.press("Enter")
    alice.page.keyboard.press("Space")
    refused = bob.refused("apply_approved_memory_change", proposal_id=proposal["proposal_id"])
    assert refused["status"] == "pending"


def test_a_no_is_remembered_with_its_reason(alice, bob):
    proposal = bob.proposes(proposed_content="The gate is red.")
    alice.opens(proposal)

    alice.rejects("It is green; see the photograph.")

    expect(alice.page.get_by_role("article", name="Reason")).to_contain_text("see the photograph")
    refused = bob.refused(
        "propose_memory_change",
        operation="create",
        kind="fact",
        proposed_content="the gate is RED. ",
    )
    assert refused["code"] == "PREVIOUSLY_REJECTED"
    assert refused["rejected"]["reason"] == "It is green; see the photograph."
    assert refused["rejected"]["proposal_id"] == proposal["proposal_id"]


def test_the_words_on_an_old_page_are_not_approved_in_another_wording(alice, bob):
    proposal = bob.proposes(proposed_content="Doors open at eight.")
    alice.opens(proposal)
    bob.opens(proposal)
    bob.page.get_by_role("link", name="Change its words").click()
    alice.click("Approve as proposed")
    bob.page.get_by_role("textbox", name="Your new words").fill("Doors open at nine.")
    bob.click("Propose these words")
    expect(bob.page.get_by_role("status")).to_be_visible()

    alice.watch.expect(409)
    alice.click("Approve as proposed", within=alice.page.get_by_role("dialog"))

    expect(alert(alice)).to_contain_text("The words changed since you opened this page")
    expect(alert(alice)).to_contain_text("nine")
    expect(frozen(alice)).to_be_hidden()
    alice.approves()
    expect(frozen(alice)).to_contain_text("Doors open at nine.")


def test_applied_here_it_overtakes_its_rival_which_is_proposed_again(alice, bob):
    known = bob.recalls("meets")["Acme meets on Tuesdays."]["memory_id"]
    first, second = (
        bob.proposes(memory_id=known, proposed_content=f"Acme meets on {day}.")
        for day in ("Mondays", "Sundays")
    )
    alice.opens(first)
    alice.approves()
    alice.click("Apply now")
    expect(alice.page.get_by_role("article", name="Authoritative")).to_contain_text("Mondays")

    alice.opens(second)
    expect(alice.page.get_by_role("main")).to_contain_text("overtook it")
    alice.click("Propose again on the new version")
    expect(alice.page.get_by_role("article", name="As it is")).to_contain_text("Mondays")
    expect(alice.page.get_by_label("As it should read")).to_have_value("Acme meets on Sundays.")
    alice.click("Change it")

    expect(alice.page.get_by_role("region", name="Lineage").get_by_role("listitem")).to_have_count(
        3
    )
    assert "Acme meets on Sundays." in bob.recalls("meets")


def test_a_double_click_on_a_slow_server_is_one_decision(visitor):
    visitor.opens(visitor.proposes(proposed_content="Bees dance."))
    held: list[Route] = []
    visitor.page.route("**/approve/", lambda route: held.append(route))

    visitor.click("Approve as proposed")
    button = visitor.page.get_by_role("dialog").get_by_role("button", name="Approve as proposed")
    with visitor.page.expect_request("**/approve/"):
        button.dblclick()
    for route in held:
        route.continue_()

    expect(frozen(visitor)).to_contain_text("Bees dance.")
    assert len(held) == 1


def test_the_second_of_two_deciders_is_told_who_was_faster(alice, bob, rita):
    proposal = bob.proposes(proposed_content="Bees sleep.")
    alice.opens(proposal)
    rita.opens(proposal)
    rita.click("Reject")
    dialog = rita.page.get_by_role("dialog")
    dialog.get_by_label("What should be learned from this?").fill("They never do.")
    alice.approves()
    expect(frozen(alice)).to_be_visible()

    rita.watch.expect(409)
    rita.click("Reject with this reason", within=dialog)

    expect(alert(rita)).to_contain_text(re.compile("alice approved this already, .* UTC"))
    expect(alert(rita).get_by_label("Note")).to_have_value("They never do.")
    expect(frozen(rita)).to_be_visible()


def test_a_reason_outlives_its_session(alice, bob):
    alice.opens(bob.proposes(proposed_content="Bees swim."))
    alice.context.clear_cookies(name="sessionid")

    alice.rejects("They drown.")
    alice.page.wait_for_url("**/accounts/login/**")
    alice.fill_sign_in("alice")
    alice.click("Reject")

    reason = alice.page.get_by_role("dialog").get_by_label("What should be learned from this?")
    expect(reason).to_have_value("They drown.")
    alice.click("Reject with this reason", within=alice.page.get_by_role("dialog"))
    expect(alice.page.get_by_role("article", name="Reason")).to_contain_text("They drown.")


def test_a_form_that_the_server_no_longer_trusts_gives_the_words_back(arrive, bob):
    alice = arrive("alice", java_script_enabled=False)
    alice.opens(bob.proposes(proposed_content="Bees sing."))
    alice.page.get_by_role("button", name="Reject").click()
    reason = alice.page.get_by_label("What should be learned from this?")
    reason.fill("They hum.")
    alice.context.clear_cookies(name="csrftoken")

    alice.watch.expect(403)
    alice.click("Reject with this reason")

    expect(alice.page.get_by_role("heading", level=1)).to_have_text("This form is out of date")
    expect(alice.page.get_by_label("note")).to_have_value("They hum.")


def test_a_server_out_of_reach_is_told_beside_the_words_which_can_be_sent_again(visitor):
    page = visitor.page
    visitor.opens(visitor.proposes(proposed_content="Bees dance."))
    visitor.watch.expect("ERR_INTERNET_DISCONNECTED", "htmx:", "WebSocket")
    visitor.context.set_offline(True)

    visitor.rejects("They stand.")

    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("alert")).to_contain_text("The server could not be reached")
    visitor.context.set_offline(False)
    visitor.click("Reject with this reason", within=dialog)
    expect(page.get_by_role("article", name="Reason")).to_contain_text("They stand.")


def test_a_short_change_is_approved_from_the_workspace(alice, bob):
    proposal = bob.proposes(proposed_content="The gate squeaks.")
    alice.go("/")
    card = alice.page.get_by_role("article").filter(has_text="The gate squeaks.")

    card.get_by_role("button", name="Approve as proposed").click()
    dialog = alice.page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"Approve {proposal['number']}")
    alice.click("Approve as proposed", within=dialog)

    expect(alice.page.get_by_role("status").filter(has_text="You approved")).to_be_visible()
    expect(alice.page).to_have_url(alice.base + "/")
    expect(card).to_have_count(0)
