"""Reviewing as a person does it: with keys, with an edit begun and left, and without script."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.person import PASSWORD

pytestmark = pytest.mark.browser

PROPOSED = "Acme deploys on Thursdays."


@pytest.fixture
def reviewer(visitor):
    """Whose own agent has just proposed something; policy lets them decide on it."""
    proposal = visitor.proposes(proposed_content=PROPOSED, title="Deploys")
    visitor.opens(proposal)
    return visitor


def state(person, words):
    expect(person.page.locator("main").get_by_text(words, exact=True).first).to_be_visible()


def test_a_key_opens_and_only_the_second_step_decides(reviewer):
    page = reviewer.page

    page.keyboard.press("a")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_label("Note")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(page.get_by_role("dialog").get_by_label("What should be learned")).to_be_focused()
    page.keyboard.press("Escape")

    state(reviewer, "Waiting for you")
    reviewer.approves()
    state(reviewer, "Approved, frozen")


def test_an_edit_that_was_left_is_not_passed_over(reviewer):
    page = reviewer.page
    reviewer.edits("Acme deploys on Fridays.")
    page.go_back()

    expect(page.get_by_text("You began to edit this")).to_be_visible()
    reviewer.approves()

    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("This would approve it as it was proposed.")).to_be_visible()
    dialog.get_by_role("link", name="Go back to your text").click()
    expect(page.get_by_role("textbox", name="Your text")).to_have_value("Acme deploys on Fridays.")
    page.keyboard.press("Escape")
    reviewer.click("Approve this text")
    state(reviewer, "Approved, frozen")
    expect(page.locator(".pane--frozen")).to_contain_text("Acme deploys on Fridays.")


def test_enter_in_a_field_of_the_edit_approves_the_edit(reviewer):
    page = reviewer.page
    reviewer.edits("Acme deploys on Fridays.")

    page.get_by_role("textbox", name="Title").press("Enter")

    expect(page.locator(".pane--frozen")).to_contain_text("Acme deploys on Fridays.")


def test_a_cancelled_edit_is_forgotten(reviewer):
    page = reviewer.page
    reviewer.edits("Acme deploys on Fridays.")
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("link", name="Edit & approve")).to_be_visible()

    expect(page.get_by_text("You began to edit this")).to_be_hidden()
    reviewer.approves()

    expect(page.locator(".pane--frozen")).to_contain_text(PROPOSED)


def test_what_an_edit_changes_is_told_while_one_writes(reviewer):
    reviewer.edits("Acme deploys on Fridays.")

    told = reviewer.page.get_by_role("heading", name="Against the proposal").locator("..")
    expect(told.locator("ins")).to_have_text("Fridays")


def test_keys_walk_the_inbox_and_a_short_look_follows(reviewer):
    reviewer.proposes(proposed_content="Acme tests on Mondays.", title="Tests")
    reviewer.page.set_viewport_size({"width": 1680, "height": 900})  # a demo's guide takes its part
    page = reviewer.go("/proposals/")

    page.keyboard.press("j")
    page.keyboard.press("j")

    expect(page.get_by_role("link", name="Deploys", exact=True)).to_be_focused()
    expect(page.get_by_role("complementary", name="A short look")).to_contain_text(PROPOSED)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Deploys", level=1)).to_be_visible()


def test_all_of_it_works_without_script(browse, acme):
    bob = browse(java_script_enabled=False).sign_in("bob", "acme")
    page = bob.go("/proposals/new/")
    page.get_by_label("The statement").fill("Bob knows this.")
    page.get_by_role("button", name="Propose it").click()
    where = page.url
    alice = browse(java_script_enabled=False).sign_in("alice", "acme")
    page = alice.page

    page.goto(where)
    page.get_by_role("link", name="Edit & approve").click()
    page.get_by_role("textbox", name="Your text").fill("Bob and Alice know this.")
    page.get_by_role("button", name="Approve this text").click()
    page.get_by_role("button", name="Apply now").click()

    expect(page.get_by_role("article", name="Authoritative")).to_contain_text("Bob and Alice know")


def test_an_edit_outlives_its_session(alice):
    alice.proposes(proposed_content="A session ends.", title="Sessions")
    page = alice.go("/proposals/")
    page.get_by_role("link", name="Sessions").click()
    alice.edits("A session ends; words stay.")
    alice.context.clear_cookies(name="sessionid")

    alice.click("Approve this text")
    page.wait_for_url("**/accounts/login/**")
    alice.fill_sign_in("alice")

    expect(page.get_by_role("textbox", name="Your text")).to_have_value(
        re.compile("words stay"), timeout=30_000
    )
    assert PASSWORD not in page.content()


def test_a_reason_begins_with_a_click_and_is_sent_as_written(reviewer):
    page = reviewer.page
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog")
    reason = dialog.get_by_label("What should be learned from this?")
    reason.fill("See the wiki.")

    dialog.get_by_role("button", name="It is said already.").click()

    expect(reason).to_have_value("It is said already. See the wiki.")
    expect(reason).to_be_focused()
    page.keyboard.type(" Twice.")
    dialog.get_by_role("button", name="Reject with this reason").click()
    expect(page.get_by_text("It is said already. See the wiki. Twice.").first).to_be_visible()


def test_recall_is_reached_from_within_a_field_and_with_single_keys_off(reviewer):
    page = reviewer.page
    reviewer.edits("Acme deploys on Fridays.")
    page.evaluate("document.body.dataset.keys = 'off'")

    page.keyboard.press("Control+k")

    expect(page.get_by_role("searchbox", name="Recall a memory")).to_be_focused()
    page.keyboard.type("storage")
    page.keyboard.press("Enter")
    page.wait_for_url("**/memories/?q=storage")
