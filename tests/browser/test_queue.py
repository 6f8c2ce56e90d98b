"""A queue worked through with keys alone, and a list that stays as it is while one works."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def queue(alice, bob):
    """Three that only this test knows, as alice is asked to decide them."""

    def opened(word):
        for title in ("first", "second", "third"):
            bob.proposes(proposed_content=f"The {word} {title}.", title=f"{word} {title}")
        return alice.go(f"/proposals/?queue=mine&q={word}")

    return opened


def focused(page):
    return page.evaluate("document.activeElement.textContent.trim()")


def test_keys_alone_work_through_a_queue(queue, alice):
    page = queue("keyed")
    press = page.keyboard.press

    press("j")
    press("x")
    press("j")
    press("j")
    press("Shift+X")
    expect(page.get_by_text("3 chosen")).to_be_visible()
    press("x")
    expect(page.get_by_text("2 chosen")).to_be_visible()
    assert focused(page) == "keyed first"

    press("k")
    press("r")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("What should be learned from this?")).to_be_focused()
    page.keyboard.type("area")  # letters, not keys
    press("Escape")
    expect(page.get_by_text("2 of 3 in Needs you, filtered")).to_be_visible()
    press("a")
    expect(dialog.get_by_label("Note")).to_be_focused()
    press("Tab")
    expect(dialog.get_by_role("button", name="Approve as proposed")).to_be_focused()
    press("Enter")
    expect(page.get_by_text("Approved, frozen")).to_be_visible()

    press("j")
    expect(page.get_by_role("heading", name="keyed first", level=1)).to_be_visible()
    expect(page.get_by_text("You came from")).to_contain_text("keyed second")
    press("c")
    expect(page.get_by_label("Say something about it")).to_be_focused()
    page.get_by_label("Say something about it").blur()
    press("u")
    expect(page.locator("#queue h3")).to_have_text(["keyed third", "keyed first"])
    press("g")
    press("w")
    expect(page.get_by_role("link", name="Workspace")).to_have_attribute("aria-current", "page")

    press("?")
    with page.expect_response("**/accounts/keys/"):
        page.get_by_label("Single-key shortcuts are on").uncheck()
    alice.go("/proposals/")
    press("j")
    assert page.evaluate("document.activeElement === document.body")
    page.get_by_label("Account: alice").click()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    with page.expect_response("**/accounts/keys/"):
        page.get_by_label("Single-key shortcuts are on").check()
    press("Escape")
    press("j")
    assert page.evaluate("document.activeElement.matches('[data-row] h3 a')")


def test_what_arrives_is_counted_and_shifts_nothing(queue, alice, bob, rita):
    page = queue("steady")
    rows = page.locator("[data-row]")
    page.get_by_label("steady second").check()
    rows.nth(1).locator("h3 a").focus()
    before = rows.nth(1).bounding_box()

    bob.proposes(proposed_content="The steady fourth.", title="steady fourth")
    expect(page.get_by_role("link", name="1 new: show")).to_be_visible()
    rita.go(page.url.split("/p/acme")[1])
    rita.page.get_by_role("link", name="steady third").click()
    rita.rejects("No.")

    expect(rows.first).to_contain_text("rita rejected it")
    expect(page.locator("#queue h3")).to_have_text(
        ["steady third", "steady second", "steady first"]
    )
    after = rows.nth(1).bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) < 1
    expect(rows.nth(1).locator("h3 a")).to_be_focused()
    expect(page.get_by_label("steady second")).to_be_checked()
    expect(page.locator("#queue-said")).to_have_text("1 new: show")
    page.get_by_role("link", name="1 new: show").click()
    expect(page.locator("#queue h3")).to_have_text(
        ["steady fourth", "steady second", "steady first"]
    )
    expect(page.get_by_label("steady second")).to_be_checked()


def test_what_somebody_else_decided_keeps_its_place_and_its_height(queue, alice, rita):
    page = queue("level")
    page.set_viewport_size({"width": 400, "height": 900})
    heights = "() => [...document.querySelectorAll('[data-row]')].map(row => row.offsetHeight)"
    before = page.evaluate(heights)

    rita.go(page.url.split("/p/acme")[1])
    rita.page.get_by_role("link", name="level second").click()
    rita.edits("Longer than what stood there. " * 9)
    rita.click("Approve this text")
    expect(rita.page.get_by_text("Approved, frozen")).to_be_visible()

    expect(page.locator("[data-row]").nth(1)).to_contain_text("Gone: its agent may apply it")
    assert page.evaluate(heights) == before


def test_a_view_is_saved_and_opened_from_its_menu(queue, alice):
    page = queue("savedword")
    menu = page.locator("details", has_text="Saved views")

    menu.locator("summary").click()
    menu.get_by_role("link", name="Save this view").click()
    page.get_by_label("Name", exact=True).fill("What I keep")
    page.get_by_role("button", name="Save it").click()
    expect(page.get_by_text("Saved. It shows what matches")).to_be_visible()
    page = alice.go("/proposals/?queue=decided")
    menu.locator("summary").click()
    expect(menu.get_by_role("link", name="What I keep")).to_contain_text("3")
    menu.get_by_role("link", name="What I keep").click()

    expect(page.locator("#queue h3")).to_have_count(3)
    expect(page.get_by_role("searchbox", name="Search proposals")).to_have_value("savedword")
