"""A comment while it is written: members are offered by name, by keys and by pointer."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe

pytestmark = pytest.mark.browser


@pytest.fixture
def writing(alice):
    """Alice's cursor in the empty field."""
    proposal = alice.proposes(proposed_content="Names are offered.", title="Names")
    page = alice.opens(proposal)
    page.get_by_label("Say something about it").click()
    return alice


def test_a_member_is_offered_and_taken_by_keys(writing):
    page = writing.page
    page.keyboard.type("Ask @b")

    offered = page.get_by_role("listbox", name="Members")
    expect(offered.get_by_role("option")).to_have_count(1)
    expect(offered.get_by_role("option", name="@bob")).to_have_attribute("aria-selected", "true")
    assert axe(page) == []
    page.keyboard.press("Enter")
    page.keyboard.type("first.")

    field = page.get_by_label("Say something about it")
    expect(offered).to_have_count(0)
    expect(field).to_have_value("Ask @bob first.")
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.locator("strong.mention", has_text="@bob")).to_be_visible()


def test_a_pointer_takes_one_too_and_the_draft_has_the_whole_name(writing):
    page = writing.page
    page.keyboard.type("@")

    page.get_by_role("option", name="@bob").click()

    field = page.get_by_label("Say something about it")
    expect(field).to_have_value("@bob ")
    page.reload()
    expect(field).to_have_value("@bob ")


def test_nobody_else_is_offered_and_escape_closes(writing):
    page = writing.page
    page.keyboard.type("@charl a@b")
    expect(page.get_by_role("listbox", name="Members")).to_have_count(0)
    page.keyboard.type(" @bo")
    expect(page.get_by_role("option", name="@bob")).to_be_visible()

    page.keyboard.press("Escape")

    expect(page.get_by_role("listbox", name="Members")).to_have_count(0)
    expect(page.get_by_label("Say something about it")).to_be_focused()
