"""Whatever happens to a call, the agent gets an object that says what to do next."""

import pytest

pytestmark = pytest.mark.browser

ELSEWHERE = "elsewhere"
MISTAKES = [
    ("recall_memory", {}, "query"),
    ("recall_memory", {"query": 7}, "query"),
    ("recall_memory", {"query": "deploys", "limit": "many"}, "limit"),
    ("recall_memory", {"query": "deploys", "projectId": "acme"}, "projectId"),
    ("get_project_brief", {"max_items": 26}, "max_items"),
    ("propose_memory_change", {"operation": "erase"}, "operation"),
    ("propose_memory_change", {"operation": "update"}, "memory_id"),
    ("apply_approved_memory_change", {"proposal_id": "P-1", "content": "Mine"}, "content"),
    ("apply_approved_memory_change", {"proposal_id": "P-1", "project_id": "acme"}, "project_id"),
]


def test_mistakes_are_named_by_field(bob):

    for tool, given, field in MISTAKES:
        error = bob.refused(tool, **given)

        assert (error["code"], error["retryable"]) == ("INVALID_INPUT", False), (tool, given)
        assert field in error["fields"], (tool, given)
    assert bob.tool("recall_memory", query="deploys", limit=1)["memories"]


def test_what_belongs_to_others_is_answered_like_what_does_not_exist(bob, acme):

    theirs, nobodys = (
        bob.refused("propose_memory_change", memory_id=one, proposed_content="Mine now.")
        for one in (acme["hidden"], "019a0000-0000-7000-8000-000000000000")
    )
    project = bob.refused("recall_memory", query="deploys", project_id=ELSEWHERE)

    assert theirs == nobodys
    assert theirs["code"] == project["code"] == "NOT_FOUND"


@pytest.mark.parametrize("answer", ["html", "nothing"])
def test_a_lost_answer_is_no_failure_of_the_agent(visitor, answer):
    """A read may simply be repeated; of a write nobody knows whether it happened."""
    visitor.watch.expect(500, "ERR_FAILED")

    def lose(route):
        if answer == "html":
            route.fulfill(status=500, content_type="text/html", body="<h1>Broken</h1>")
        else:
            route.abort()

    visitor.page.route("**/tools/*", lose)
    read = visitor.tool("recall_memory", query="storage")
    write = visitor.tool("propose_memory_change", operation="create", kind="fact")

    assert (read["isError"], read["error"]["code"]) == (True, "NETWORK_ERROR")
    assert read["error"]["retryable"] is True
    assert (write["isError"], write["error"]["code"]) == (True, "OUTCOME_UNKNOWN")


def test_the_same_write_after_a_lost_answer_is_the_same_write(visitor):
    visitor.watch.expect("ERR_FAILED")
    keys = []

    def lose_the_first(route):
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) > 1:
            return route.continue_()
        route.fetch()
        return route.abort()

    visitor.page.route("**/tools/propose_memory_change", lose_the_first)
    given = {"operation": "create", "kind": "fact", "proposed_content": "Bees dance."}
    lost = visitor.tool("propose_memory_change", **given)
    again = visitor.tool("propose_memory_change", **given)
    later = visitor.tool("propose_memory_change", **given)

    assert lost["error"]["code"] == "OUTCOME_UNKNOWN"
    assert keys[0] == keys[1] != keys[2]
    assert again["proposal_id"] == later["proposal_id"]
    assert visitor.tool("get_project_brief")["pending_review"]["count"] == 1


CALL = """async () => {
  const [tool] = (await document.modelContext.getTools()).filter(t => t.name === 'recall_memory');
  window.control = new AbortController();
  window.call = document.modelContext
    .executeTool(tool, { query: 'storage' }, { signal: control.signal })
    .then(answer => answer, error => error.message);
}"""


def test_a_caller_may_give_up(visitor):
    visitor.watch.expect("WebMCP tool execution failed")
    visitor.tools()
    visitor.page.route("**/tools/*", lambda route: None)  # a server that takes its time
    with visitor.page.expect_request("**/tools/recall_memory"):
        visitor.page.evaluate(CALL)

    with visitor.page.expect_event("requestfailed"):
        visitor.page.evaluate("control.abort(new Error('Enough'))")

    assert visitor.page.evaluate("call") == "Enough"


def test_the_page_shows_what_a_write_did_before_the_agent_is_told(visitor):
    assert not visitor.page.get_by_label("1 waiting").is_visible()

    visitor.tool(
        "propose_memory_change", operation="create", kind="fact", proposed_content="Bees dance."
    )

    assert visitor.page.get_by_label("1 waiting").is_visible()
