"""What a person typed is theirs until the server has it, whatever happens to the session."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person

pytestmark = pytest.mark.browser

WORDS = "We deploy on Thursdays, before noon."


def statement(person: Person) -> Locator:
    return person.page.get_by_label("The statement")


def send(person: Person) -> Locator:
    return person.page.locator("button[type=submit][form=new-form], #new-form button[type=submit]")


def test_it_survives_a_session_that_ends_before_it_is_sent(alice):
    alice.go("/proposals/new/")
    statement(alice).fill(WORDS)
    expect(alice.page.get_by_text(f"{len(WORDS)} of 20,000 characters")).to_be_visible()

    alice.context.clear_cookies(name="sessionid")
    send(alice).first.click()
    alice.page.wait_for_url("**/accounts/login/**")
    alice.fill_sign_in("alice")

    alice.page.wait_for_url("**/proposals/new/")
    expect(statement(alice)).to_have_value(WORDS)
    expect(alice.page.get_by_text("This is what you typed before.")).to_be_visible()


def test_it_is_not_shown_to_the_next_person_in_the_same_tab(browse, acme):
    alice = browse().sign_in("alice", "acme")
    alice.go("/proposals/new/")
    statement(alice).fill(WORDS)
    alice.page.get_by_label("Account: alice").click()
    alice.page.get_by_role("button", name="Sign out").click()
    alice.page.wait_for_url(f"{alice.origin}/")

    alice.sign_in("bob", "acme")
    alice.go("/proposals/new/")

    expect(statement(alice)).to_have_value("")


def test_once_it_is_taken_it_is_kept_no_longer(alice):
    alice.go("/proposals/new/")
    statement(alice).fill("Taken once.")
    send(alice).first.click()
    expect(alice.page.locator("#say [data-accepted]")).to_be_visible()

    alice.go("/proposals/new/")

    expect(statement(alice)).to_have_value("")


def test_a_double_click_is_one_memory(alice):
    alice.go("/proposals/new/")
    statement(alice).fill("Clicked twice.")

    send(alice).first.dblclick()
    expect(alice.page.locator("#say [data-accepted]")).to_be_visible()
    alice.go("/memories/?q=clicked+twice")

    expect(alice.page.locator("#rows .mem")).to_have_count(1)


def test_a_token_that_changed_in_another_tab_is_read_again_after_a_boosted_link(browse, acme):
    alice = browse().sign_in("alice", "acme")
    other = alice.context.new_page()
    alice.context.clear_cookies(name="sessionid")
    other.goto(f"{alice.origin}/accounts/login/?next=/p/acme/")
    other.get_by_label("Name on this server").fill("alice")
    other.get_by_label("Password").fill("a long password")
    other.get_by_role("button", name="Sign in").click()
    other.wait_for_url("**/p/acme/")

    alice.link("Memories").click()
    alice.page.wait_for_url("**/memories/")
    alice.page.get_by_role("link", name="Add a memory").click()
    alice.page.wait_for_url("**/proposals/new/")
    statement(alice).fill("Sent with the new token.")
    send(alice).first.click()

    expect(alice.page.locator("#say [data-accepted]")).to_be_visible()
