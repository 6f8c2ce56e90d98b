"""An agent in the page finds each tool once, for this person and this project, and no other."""

import pytest
from playwright.sync_api import Error, expect

from tests.browser.person import Person

pytestmark = pytest.mark.browser

READS = {
    "get_project_brief",
    "recall_memory",
    "get_companion_vocabulary",
    "query_companion_memory",
}
WRITES = {"propose_memory_change", "apply_approved_memory_change"}
ALL = READS | WRITES
MANIFEST = "() => JSON.parse(document.getElementById('site-tools').textContent).tools"
NATIVE = """async () => (await document.modelContext.getTools()).map(
  ({ name, title, description, inputSchema, annotations }) =>
    ({ name, title, description, inputSchema, annotations }))"""


def offered(person: Person) -> set[str]:
    return set(person.tools())


def deploys(person: Person) -> list[str]:
    answer = person.tool("recall_memory", query="deploys")
    return [answer["project_id"], *(memory["content"] for memory in answer["memories"])]


def errors(person: Person) -> list[dict[str, str]]:
    found: list[dict[str, str]] = person.page.evaluate("siteTools.errors")
    return found


@pytest.mark.parametrize(("name", "expected"), [("bob", ALL), ("vera", READS)])
def test_the_browser_has_what_the_page_lists_for_the_role(arrive, name, expected):
    person = arrive(name)

    assert offered(person) == expected
    listed = {tool["name"]: tool for tool in person.page.evaluate(MANIFEST)}
    for tool in person.page.evaluate(NATIVE):
        annotations = tool.pop("annotations")
        entry = listed.pop(tool["name"])
        assert tool == {key: entry[key] for key in tool}
        assert annotations["readOnlyHint"] == (tool["name"] in READS)
        assert annotations["untrustedContentHint"] is True
        assert annotations["consequentialHint"] == tool["name"].startswith("apply")
    assert listed == {}


def test_pages_outside_a_project_and_its_settings_have_no_tools(alice):
    assert offered(alice) == ALL

    alice.go("/settings/")
    assert_none(alice)
    alice.context.clear_cookies()
    for path in ("/", "/accounts/login/"):
        alice.page.goto(alice.origin + path)
        assert_none(alice)


def assert_none(person: Person) -> None:
    """Neither registered by the page nor allowed by the server."""
    person.page.wait_for_function("() => siteTools.status === 'ready'")
    assert person.page.evaluate("siteTools.tools") == []
    with pytest.raises(Error, match="disallowed by permissions policy"):
        person.page.webmcp.tools()


def test_boosted_pages_and_steps_back_keep_each_tool_once(visitor):
    visitor.page.evaluate("window.stayed = true")

    visitor.link("Memories").click()
    expect(visitor.page).to_have_title("Memories · Fieldbook · Waggle")
    visitor.link("Activity").click()
    expect(visitor.page).to_have_title("Activity · Fieldbook · Waggle")
    there = offered(visitor)
    visitor.page.go_back()
    expect(visitor.page).to_have_title("Memories · Fieldbook · Waggle")

    assert visitor.page.evaluate("window.stayed")
    assert there == offered(visitor) == ALL
    assert errors(visitor) == []
    assert visitor.tool("get_project_brief")["project"]["id"] == visitor.slug


def test_another_project_gets_tools_of_its_own(alice):
    alice.page.evaluate("window.stayed = true")
    assert deploys(alice) == ["acme", "Acme deploys on Tuesdays."]

    alice.page.get_by_text("Project: Acme").click()
    alice.page.get_by_role("link", name="Beacon").click()
    expect(alice.page.get_by_role("heading", level=1)).to_have_text("Beacon")

    assert deploys(alice) == ["beacon", "Beacon deploys on Fridays."]
    assert alice.page.evaluate("window.stayed")
    alice.page.go_back()
    expect(alice.page.get_by_role("heading", level=1)).to_have_text("Acme")
    assert deploys(alice) == ["acme", "Acme deploys on Tuesdays."]


def test_signing_out_in_one_tab_empties_the_other(visitor):
    other = visitor.context.new_page()
    other.goto(visitor.base + "/memories/")
    assert offered(visitor) == ALL

    other.get_by_role("button", name="Leave the demo").click()

    expect(other.get_by_role("heading", level=1)).to_contain_text("Humans govern")
    visitor.page.wait_for_function("() => siteTools.status === 'signed_out'")
    assert visitor.page.webmcp.tools() == []


def test_a_call_without_a_session_says_so_and_ends_the_tools(visitor):
    offered(visitor)
    visitor.context.clear_cookies()

    error = visitor.refused("recall_memory", query="storage")

    assert error["code"] == "SIGNED_OUT"
    visitor.page.wait_for_function("() => siteTools.status === 'signed_out'")
    assert visitor.page.webmcp.tools() == []


def test_a_browser_without_tools_shows_the_whole_page(browse, chromium_without_tools):
    person = browse(chromium_without_tools).start_demo()
    page = person.page

    page.wait_for_function("() => siteTools.status === 'absent'")
    expect(page.get_by_text("There are no site tools here.")).to_be_visible()
    person.link("Memories").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Memories")
    page.get_by_role("link", name="Storage architecture").click()
    expect(page.get_by_role("heading", name="Provenance")).to_be_visible()
    assert page.evaluate("siteTools.status") == "absent"


TAKEN = """document.modelContext.registerTool(
  { name: 'recall_memory', description: 'Mine', execute: () => 'mine' })
  .catch(() => { /* the landing page may have none */ })"""
REFUSING = """const register = document.modelContext.registerTool.bind(document.modelContext);
document.modelContext.registerTool = (tool, options) => tool.name === 'recall_memory'
  ? Promise.reject(new DOMException('Not today', 'NotAllowedError')) : register(tool, options);"""


@pytest.mark.parametrize(
    ("meanwhile", "error"), [(TAKEN, "InvalidStateError"), (REFUSING, "NotAllowedError")]
)
def test_a_tool_that_cannot_be_registered_is_reported(browse, meanwhile, error):
    person = browse()
    person.context.add_init_script(meanwhile)
    person.start_demo()

    person.page.wait_for_function("() => siteTools.status === 'partial'")

    assert [(one["name"], one["error"]) for one in errors(person)] == [("recall_memory", error)]
    assert set(person.page.evaluate("siteTools.tools")) == ALL - {"recall_memory"}
    assert person.tool("get_project_brief")["goals"]
