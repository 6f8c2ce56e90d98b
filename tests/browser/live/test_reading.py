"""What somebody reads, has selected or presses stays while the page keeps up around it."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.live]

READ = """row => {
  window.read = row;
  row.scrollIntoView({ block: 'center' });
  getSelection().selectAllChildren(row.querySelector('.ev__what'));
  return [row.getBoundingClientRect().top, String(getSelection())];
}"""
STAYS = """([top, words]) => Math.abs(read.getBoundingClientRect().top - top) < 2
  && String(getSelection()) === words"""


def waiting(person):
    return person.link("Review").locator(".count")


def test_a_row_that_is_read_does_not_move_and_what_is_selected_stays_so(in_hive, portal):
    portal.make("burst", "hive", "20")
    alice, bob = in_hive("alice", "/activity/"), in_hive("bob")
    alice.page.set_viewport_size({"width": 1280, "height": 400})
    there = alice.page.locator("#days li").nth(12).evaluate(READ)
    first = alice.page.locator("#days li").first
    before = first.inner_text()

    bob.proposes(proposed_content="Bees leave readers alone.")

    expect(first).not_to_have_text(before, use_inner_text=True)
    alice.page.wait_for_function(STAYS, arg=there)


def test_what_is_pressed_is_not_taken_away_and_a_menu_of_the_browser_holds_nothing_up(in_hive):
    alice, bob = in_hive("alice"), in_hive("bob")
    mouse, before = alice.page.mouse, waiting(alice).text_content()
    asked = []
    alice.page.on("request", lambda request: asked.append(request.url))

    mouse.move(5, 5)
    mouse.down(button="right")
    bob.proposes(proposed_content="Bees see a menu.")
    expect(waiting(alice)).not_to_have_text(before)
    mouse.up(button="right")

    before = waiting(alice).text_content()
    mouse.down()
    asked.clear()
    bob.proposes(proposed_content="Bees wait for a hand.")
    bob.go()
    expect(waiting(bob)).not_to_have_text(before)
    assert asked == []
    expect(waiting(alice)).to_have_text(before)
    mouse.up()
    expect(waiting(alice)).not_to_have_text(before)


def test_the_focus_never_comes_to_a_button_that_does_it_to_something_else(in_hive):
    alice, bob = in_hive("alice"), in_hive("bob")
    proposal = bob.proposes(proposed_content="Bees talk.")
    for person in (alice, bob):
        person.opens(proposal)
    for words in ("Do they?", "They do."):
        bob.page.get_by_label("Say something about it").fill(words)
        bob.page.get_by_role("button", name="Comment", exact=True).click()
        expect(bob.page.locator(".comment").last).to_contain_text(words)
    comments = alice.page.locator(".comment")
    expect(comments).to_have_count(2)
    comments.first.get_by_role("button").focus()

    bob.page.locator(".comment").first.get_by_role("button").click()

    expect(comments.first).to_contain_text("Taken away by")
    expect(comments.last.get_by_role("button")).to_be_visible()
    expect(alice.page.locator("#main")).to_be_focused()
