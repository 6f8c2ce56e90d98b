"""The panel says what this browser and this server make of the site tools, and how to mend it."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_all_checks_pass_and_the_self_test_is_the_pages_own(visitor):
    page = visitor.page
    count = len(visitor.tools())
    panel = page.get_by_role("region", name="Site tools")
    expect(panel).to_contain_text(f"{count} of {count}")
    panel.get_by_text("All checks").click()
    expect(panel).to_contain_text("9 of 9 pass")

    panel.get_by_role("button", name="Run a self-test").click()
    expect(panel.get_by_role("status")).to_have_text(
        re.compile(r"Answered in \d+ ms, as guest-\w+\.")
    )
    expect(panel).to_contain_text("10 of 10 pass")
    uncalled = panel.get_by_role("paragraph").filter(has_text="None lately").get_by_role("code")
    expect(uncalled).to_have_count(count)

    visitor.tool("get_project_brief")
    expect(uncalled).to_have_count(count - 1)
    expect(page.get_by_role("complementary", name="Guided demo")).to_contain_text("step 2 of 6")


def test_without_tools_it_says_so_and_what_to_do(browse, chromium_without_tools):
    page = browse(chromium_without_tools).start_demo().page

    panel = page.get_by_role("region", name="Site tools")

    expect(panel.get_by_text("Use a browser with WebMCP")).to_be_visible()
    expect(panel).to_contain_text("not in this browser")
    expect(panel.get_by_text("This browser has no site tools.")).to_be_visible()
