"""The browser freezes a page on leaving and may show it again as it was, tools and all."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.person import Person
from tests.browser.test_registration import ALL, offered

pytestmark = pytest.mark.browser

WATCH = "addEventListener('pageshow', event => { window.thawed = event.persisted; })"
THAWED = "() => window.thawed"


def without_no_store(route: Route) -> None:
    """Chromium honours it, other browsers may not: here the page is kept."""
    if not route.request.is_navigation_request():
        return route.fallback()
    answer = route.fetch()
    headers = {name: value for name, value in answer.headers.items() if name != "cache-control"}
    return route.fulfill(response=answer, headers=headers)


@pytest.fixture
def away(browse) -> Person:
    """Somebody whose Workspace is frozen behind the page on which to sign out."""
    person = browse(permissions=["local-network-access"])
    person.watch.expect("Page entered Back-Forward Cache")  # of its socket
    person.context.add_init_script(WATCH)
    person.start_demo()
    person.page.route(person.base + "/", without_no_store)
    person.go()
    assert offered(person) == ALL
    person.page.evaluate("location.href = '/accounts/logout/'")
    expect(person.page).to_have_title("Sign out · Waggle")
    return person


def test_a_thawed_page_has_each_tool_once(away):
    away.page.evaluate("history.back()")

    away.page.wait_for_function(THAWED)
    assert offered(away) == ALL
    assert away.page.evaluate("siteTools.errors") == []
    assert away.tool("get_project_brief")["project"]["id"] == away.slug


def test_a_page_thawed_without_its_session_has_no_tools(away, portal):
    portal.make("end_session", away.session)

    away.page.evaluate("history.back()")

    away.page.wait_for_function(THAWED)
    away.page.wait_for_function("() => siteTools.status === 'signed_out'")
    assert away.page.webmcp.tools() == []


def test_back_after_a_sign_out_leads_to_the_sign_in(visitor):
    visitor.page.get_by_role("button", name="Leave the demo").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("Humans govern")

    visitor.page.evaluate("history.back()")

    expect(visitor.page.get_by_role("heading", name="Sign in")).to_be_visible()
