"""Pages as people meet them: keys, menus, colours, narrow screens, news."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_boosted_link_swaps_the_page_and_takes_the_focus_along(alice):
    alice.page.evaluate("() => { window.still = true; }")

    alice.link("Activity").click()
    alice.page.wait_for_url("**/activity/")

    expect(alice.page.locator("#main")).to_be_focused()
    expect(alice.page).to_have_title(re.compile("^Activity"))
    assert alice.page.evaluate("() => window.still") is True


def test_news_reach_an_open_page_by_themselves(alice, bob):
    waiting = alice.page.locator(".review-head__n")
    before = int(waiting.inner_text())

    bob.tool(
        "propose_memory_change", operation="create", kind="fact", proposed_content="News of bob."
    )

    expect(waiting).to_have_text(str(before + 1))
    expect(alice.link("Review")).to_contain_text(str(before + 1))


def test_single_keys_open_and_can_be_turned_off(alice):
    keys = alice.page.locator("#keys")

    alice.page.keyboard.press("?")
    expect(keys).to_be_visible()
    with alice.page.expect_response("**/accounts/keys/"):
        alice.page.get_by_label("Single-key shortcuts are on").uncheck()
    alice.page.keyboard.press("Escape")
    alice.page.keyboard.press("?")

    expect(keys).to_be_hidden()
    keys.evaluate("dialog => dialog.showModal()")
    with alice.page.expect_response("**/accounts/keys/"):
        alice.page.get_by_label("Single-key shortcuts are on").check()


def test_a_key_pressed_while_typing_is_a_letter(alice):
    alice.page.keyboard.press("/")
    field = alice.page.get_by_label("Recall a memory").first

    alice.page.keyboard.type("area?")

    expect(field).to_have_value("area?")


def test_a_chosen_theme_stays(arrive):
    alice = arrive("alice", color_scheme="light")
    alice.page.get_by_label("Account: alice").click()
    alice.page.get_by_role("button", name="Switch light or dark").click()

    alice.go("/memories/")

    expect(alice.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_pages_work_without_a_script(arrive):
    alice = arrive("alice", java_script_enabled=False)

    alice.link("Memories").click()
    alice.page.locator("main").get_by_label("Recall a memory").fill("deploys")
    alice.page.get_by_role("button", name="Show").click()

    expect(alice.page.locator("#rows")).to_contain_text("Acme deploys on Tuesdays.")
    expect(alice.page.get_by_role("button", name="Switch light or dark")).to_have_count(0)
