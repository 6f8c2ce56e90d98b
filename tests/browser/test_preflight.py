"""The panel says what this browser and this server make of the site tools, and how to mend it."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

FAILING = """() => [...document.querySelectorAll('[data-check].is-bad')].map(row => {
  const [found, remedy] = [row.querySelector('[data-said]'), row.querySelector('[data-fix]')];
  return [row.dataset.check, [found.textContent, remedy.hidden ? '' : remedy.textContent]];
})"""
ALL_OF_THEM = "() => document.querySelector('[data-tools=passed]').textContent.endsWith('pass')"
SEE_REFUSED = "“No tool was refused by the browser” says why."
RELOAD = "The browser gives this reason. Reload the page"
# A page that a test answers comes from nowhere, and may not open a socket to this machine.
UNHEARD = "WebSocket connection to .* failed"
ENDED = "The session of this page has ended: sign in again."


def failing(page, count):
    """By check, once so many fail: what was found, and the remedy beside it."""
    page.wait_for_function(f"({FAILING})().length === {count}")
    return dict(page.evaluate(FAILING))


@pytest.fixture
def visitor(visitor):
    """What a page asks for once all is seen is waited for by nobody."""
    yield visitor
    for page in visitor.context.pages:
        page.unroute_all(behavior="ignoreErrors")
    visitor.context.unroute_all(behavior="ignoreErrors")


def panel_of(page):
    return page.get_by_role("region", name="Site tools")


def self_test(page):
    """What it says in the end."""
    panel = panel_of(page)
    if not page.locator("[data-checks]").evaluate("more => more.open"):
        panel.get_by_text("All checks").click()
    panel.get_by_role("button", name="Run a self-test").click()
    expect(panel.get_by_role("button", name="Run a self-test")).to_be_enabled()
    return panel.get_by_role("status").inner_text()


def test_all_checks_pass_and_the_self_test_is_the_pages_own(visitor):
    page = visitor.page
    count = len(visitor.tools())
    panel = panel_of(page)
    expect(panel).to_contain_text(f"{count} of {count}")
    panel.get_by_text("All checks").click()
    expect(panel).to_contain_text("9 of 9 pass")

    assert re.fullmatch(r"Answered in \d+ ms, as guest-\w+\.", self_test(page))
    expect(panel).to_contain_text("10 of 10 pass")
    uncalled = panel.get_by_role("paragraph").filter(has_text="None lately").get_by_role("code")
    expect(uncalled).to_have_count(count)

    visitor.tool("get_project_brief")
    expect(uncalled).to_have_count(count - 1)
    expect(page.get_by_role("complementary", name="Guided demo")).to_contain_text("step 2 of 6")


def test_a_self_test_that_failed_takes_no_agents_call_for_its_own(visitor):
    visitor.tools()
    broken = "() => { document.modelContext.executeTool = () => Promise.reject(new Error()); }"
    visitor.page.evaluate(broken)
    assert self_test(visitor.page) == "Failed: Error."

    visitor.tool("get_project_brief", max_items=1, max_chars=500)

    rail = visitor.page.get_by_role("complementary", name="Guided demo")
    expect(rail).to_contain_text("step 2 of 6")


def test_without_tools_it_says_so_and_what_to_do(browse, chromium_without_tools):
    page = browse(chromium_without_tools).start_demo().page

    found = failing(page, 2)

    assert found["api"][1].startswith("Use a browser with WebMCP")
    assert found["registered"] == ["0 of 6", ""]
    expect(panel_of(page)).to_contain_text("not in this browser")
    expect(panel_of(page).get_by_text("There are no site tools here.")).to_be_visible()


def test_a_browser_with_the_api_of_before_is_to_be_updated(browse, chromium_without_tools):
    person = browse(chromium_without_tools)
    person.context.add_init_script(
        "Object.defineProperty(navigator, 'modelContext', { value: { registerTool() {} } })"
    )

    found = failing(person.start_demo().page, 2)

    assert found["api"][1].startswith("This browser has the older navigator.modelContext")


# A prototype: whatever object the browser hands out, its calls come through here.
INSTEAD = """(() => {
  const api = window.ModelContext?.prototype, register = api?.registerTool;
  if (api) api.registerTool = function (tool, options) {
    const go = () => register.call(this, tool, options);
    if (tool.name !== 'recall_memory') return go();
    %s
  };
})()"""
TAKEN = """document.modelContext?.registerTool(
  { name: 'recall_memory', description: 'Mine', execute: () => 'mine' })
  .catch(() => { /* the landing page may have none */ })"""
ODDITIES = {
    "refuses": (
        INSTEAD % "return Promise.reject(new DOMException('Not today', 'NotAllowedError'));",
        {
            "registered": ["5 of 6", SEE_REFUSED],
            "refused": ["recall_memory: NotAllowedError", RELOAD],
        },
    ),
    "throws": (
        INSTEAD % "throw new TypeError('Not today');",
        {"registered": ["5 of 6", SEE_REFUSED], "refused": ["recall_memory: TypeError", RELOAD]},
    ),
    "never answers": (
        INSTEAD % "return new Promise(() => {});",
        {"registered": ["5 of 6", SEE_REFUSED], "refused": ["recall_memory: TimeoutError", RELOAD]},
    ),
    "has the name already": (
        TAKEN,
        {
            "registered": ["5 of 6", SEE_REFUSED],
            "refused": ["recall_memory: InvalidStateError", "Another script or an extension"],
        },
    ),
    "returns no promise": (INSTEAD % "go(); return undefined;", {}),
    "lists no tools": ("delete window.ModelContext?.prototype.getTools;", {}),
}


@pytest.mark.parametrize(("script", "expected"), ODDITIES.values(), ids=ODDITIES)
def test_a_browser_that_behaves_oddly_is_told_of(visitor, script, expected):
    visitor.context.add_init_script(script)
    visitor.page.reload()
    visitor.tools()
    visitor.page.wait_for_function(ALL_OF_THEM)

    found = failing(visitor.page, len(expected))

    assert found.keys() == expected.keys()
    for name, (said, remedy) in expected.items():
        assert found[name][0] == said
        assert found[name][1].startswith(remedy)


PROXIES = {
    "forbids tools": (
        {"permissions-policy": "tools=()"},
        ("policy", "A proxy changes the header Permissions-Policy"),
    ),
    "joins the agents": (
        {"origin-agent-cluster": "?0"},
        ("cluster", "Open the page in a new tab. If this stays, a proxy"),
    ),
}


@pytest.mark.parametrize(("changed", "expected"), PROXIES.values(), ids=PROXIES)
def test_a_header_that_a_proxy_changes_is_named_once_with_its_remedy(visitor, changed, expected):
    visitor.watch.expect(UNHEARD)

    def change(route):
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, **changed})

    visitor.context.route(f"{visitor.base}/", change)
    page = visitor.context.new_page()  # the first page in a tab decides for it
    page.goto(f"{visitor.base}/")

    found = failing(page, 3)

    check, remedy = expected
    assert found[check][1].startswith(remedy)
    assert found["registered"] == ["0 of 6", SEE_REFUSED]
    assert found["refused"][1] == ""


def test_over_a_connection_that_is_not_trusted_that_alone_is_to_be_mended(visitor):
    visitor.watch.hosts.add("waggle.test")
    visitor.watch.expect("waggle.test")  # nobody answers there once the test has ended

    def ask_at_home(route):
        cookies = "; ".join(f"{one['name']}={one['value']}" for one in visitor.context.cookies())
        url = route.request.url.replace("http://waggle.test", visitor.origin)
        answer = route.fetch(url=url, headers={"cookie": cookies, "accept": "text/html"})
        route.fulfill(response=answer)

    page = visitor.context.new_page()
    page.route("http://waggle.test/**", ask_at_home)
    page.goto(f"http://waggle.test/p/{visitor.slug}/")

    found = failing(page, 4)

    assert found["secure"][1].startswith("Open Waggle at localhost or over HTTPS")
    assert found["api"][1].startswith("A connection that is not trusted gets no site tools")
    assert found["registered"] == ["0 of 6", ""]
    assert found["cluster"] == ["no", ""]
    expect(panel_of(page)).to_contain_text("not over this connection")


def test_inside_another_page_it_is_to_be_opened_by_itself(visitor):
    visitor.watch.hosts.add("localhost:1")
    visitor.watch.expect(UNHEARD)

    def let_in(route):
        answer = route.fetch()
        kept = {"content-type": "text/html", "permissions-policy": "tools=(self)"}
        route.fulfill(response=answer, headers=kept)

    outer = visitor.context.new_page()
    outer.route(f"{visitor.base}/", let_in)
    frame = f'<iframe src="{visitor.base}/"></iframe>'
    outer.route(
        "http://localhost:1/", lambda route: route.fulfill(body=frame, content_type="text/html")
    )
    outer.goto("http://localhost:1/")
    [page] = outer.main_frame.child_frames

    found = failing(page, 4)

    assert found["top"] == ["no", "Open it at the top of a tab, not inside another page."]
    assert found["policy"] == ["no", ""]
    assert found["registered"] == ["0 of 6", SEE_REFUSED]
    assert found["refused"][1] == ""


def test_a_page_that_cannot_prove_itself_or_lists_nonsense_is_told_of(visitor):
    visitor.tools()
    visitor.page.evaluate("""() => {
      document.querySelector('meta[name=csrf-token]').content = '';
      document.getElementById('site-tools').textContent = '{nonsense';
      siteTools.sync();
    }""")

    found = failing(visitor.page, 3)

    assert found["csrf"] == ["no", "Reload the page, and let this site set its cookies."]
    assert found["manifest"][1].startswith("Reload the page. If this stays, run manage.py check")
    assert found["registered"][1].startswith("Reload the page")


def test_tools_that_are_not_the_servers_any_more_are_told_of(visitor):
    visitor.tools()
    visitor.page.evaluate("""() => {
      const place = document.getElementById('site-tools'), now = JSON.parse(place.textContent);
      now.tools[0].rev = 'of yesterday';
      place.textContent = JSON.stringify(now);
    }""")

    assert self_test(visitor.page).startswith("Answered")
    found = failing(visitor.page, 1)

    assert found["current"] == ["no", "Your role or this server changed. Reload the page."]


def test_a_session_that_ended_is_what_the_self_test_tells_of(visitor):
    visitor.tools()
    visitor.context.clear_cookies()

    said = self_test(visitor.page)
    found = failing(visitor.page, 2)

    assert said == "Refused: Sign in to Waggle in this browser, then try again."
    assert found == {"registered": ["0 of 6", ENDED], "current": ["signed out", ENDED]}
    expect(panel_of(visitor.page)).to_contain_text("signed out")
    assert self_test(visitor.page) == "Not possible: you are signed out."


def test_a_server_that_is_away_or_fails_is_what_the_self_test_tells_of(visitor):
    visitor.tools()
    visitor.watch.expect("ERR_INTERNET_DISCONNECTED", 500)
    visitor.context.set_offline(True)

    said = self_test(visitor.page)
    found = failing(visitor.page, 1)

    assert said.startswith("Failed: The server could not be reached.")
    away = "The server did not answer: try again in a moment."
    assert found == {"current": ["server not reached", away]}

    visitor.context.set_offline(False)
    broken = {"status": 500, "body": "<h1>Sorry</h1>", "content_type": "text/html"}
    visitor.page.route("**/tools/*", lambda route: route.fulfill(**broken))
    assert self_test(visitor.page).startswith("Failed: ")
    visitor.page.unroute("**/tools/*")
    assert self_test(visitor.page).startswith("Answered in ")
    assert failing(visitor.page, 0) == {}
