"""Steps back and forth among boosted pages."""

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

pytestmark = pytest.mark.browser


def heading(person: Person, words: str) -> None:
    expect(person.page.get_by_role("heading", level=1)).to_have_text(words)


@pytest.fixture
def deep(visitor: Person) -> Person:
    """On a proposal, two boosted steps away from the Workspace."""
    visitor.proposes(proposed_content="Bees dance.", title="Dances")
    visitor.link("Review").click()
    heading(visitor, "Review")
    visitor.page.get_by_role("main").get_by_role("link", name="Dances").click()
    heading(visitor, "Dances")
    return visitor


def test_back_after_a_decision_leads_to_a_list_that_knows_it(deep):
    deep.approves()
    expect(deep.page.get_by_role("article", name="Frozen")).to_be_visible()

    deep.page.go_back()

    heading(deep, "Review")
    expect(deep.page.get_by_role("main").get_by_role("link", name="Dances")).to_have_count(0)


def test_of_two_quick_steps_the_last_one_counts(deep):
    page = deep.page
    page.route("**/proposals/", lambda route: None)  # an answer that would come too late
    with page.expect_request("**/proposals/"):
        page.evaluate("history.back()")

    with page.expect_event("requestfailed", lambda request: request.url.endswith("/proposals/")):
        page.evaluate("history.back()")

    heading(deep, "Fieldbook")


def test_a_step_back_without_a_session_leads_to_the_sign_in_and_on(alice):
    alice.link("Memories").click()
    heading(alice, "Memories")
    alice.link("Activity").click()
    heading(alice, "Activity")
    alice.context.clear_cookies(name="sessionid")

    alice.page.go_back()
    heading(alice, "Sign in")
    alice.fill_sign_in("alice")

    heading(alice, "Memories")
    assert alice.page.url.endswith("/memories/")
