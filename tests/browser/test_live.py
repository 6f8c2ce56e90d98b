"""What happens in a project is heard at once, in order, and again by whoever was away."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

pytestmark = pytest.mark.browser

LISTEN = """after => new Promise((opened, failed) => {
  window.heard = [];
  window.socket = new WebSocket(`ws://${location.host}/p/acme/live/${after}`);
  socket.onopen = () => opened();
  socket.onerror = failed;
  socket.onmessage = ({ data }) => heard.push(JSON.parse(data));
})"""
HANG_UP = "() => new Promise(closed => { socket.onclose = () => closed(); socket.close(); })"


def listen(person: Person, after: int | None = None) -> None:
    person.page.evaluate(LISTEN, "" if after is None else f"?after={after}")


def heard(person: Person, last: str) -> list[dict[str, object]]:
    """What came over the socket up to the first event of that type."""
    person.page.wait_for_function("last => heard.some(event => event.type === last)", arg=last)
    events: list[dict[str, object]] = person.page.evaluate("heard.filter(event => event.seq)")
    return events


def test_a_decision_is_heard_elsewhere_and_replayed_after_an_absence(alice, bob):
    listen(bob)
    proposal = bob.proposes(proposed_content="Bees listen.")
    alice.opens(proposal)
    alice.approves()

    told = heard(bob, last="proposal.approved")
    bob.page.evaluate(HANG_UP)
    alice.click("Apply now")
    alice.page.get_by_role("article", name="Authoritative").wait_for()
    listen(bob, after=told[-1]["seq"])
    missed = heard(bob, last="proposal.applied")
    bob.page.evaluate(HANG_UP)
    listen(bob, after=told[0]["seq"] - 1)
    again = heard(bob, last="proposal.applied")

    assert [event["type"] for event in told] == ["proposal.created", "proposal.approved"]
    assert {event["object"]["id"] for event in told} == {proposal["proposal_id"]}
    assert [event["actor"]["kind"] for event in told] == ["agent", "human"]
    assert {event["type"] for event in missed} == {"memory.recorded", "proposal.applied"}
    assert again == [*told, *missed]
    first = told[0]["seq"]
    assert [event["seq"] for event in again] == list(range(first, first + len(again)))
    assert "listen" not in str(again)


def test_news_leave_the_focus_and_what_was_opened_where_they_were(alice, bob):
    given = {
        "proposed_content": "Bees notice.",
        "evidence_ids": ["M-001", "M-002"],
        "reason": "Seen once.",
    }
    alice.opens(bob.proposes(**given))
    first, second = (alice.page.locator("details.evid").nth(at) for at in (0, 1))
    first.locator("summary").click()
    second.locator("summary").click()
    reject = alice.page.get_by_role("button", name="Reject")
    reject.focus()

    given["reason"] = "Seen again."
    bob.tool("propose_memory_change", operation="create", kind="fact", **given)

    expect(alice.page.get_by_text("Seen again.").first).to_be_visible()
    expect(reject).to_be_focused()
    expect(first).not_to_have_attribute("open", re.compile(".*"))
    expect(second).to_have_attribute("open", "")


def test_what_was_in_focus_and_is_gone_leaves_the_focus_on_the_page(alice, rita, bob):
    proposal = bob.proposes(proposed_content="Bees vanish.")
    alice.opens(proposal)
    alice.page.get_by_role("button", name="Reject").focus()

    rita.opens(proposal)
    rita.rejects("They do not.")

    expect(alice.page.get_by_role("article", name="Reason")).to_be_visible()
    expect(alice.page.get_by_role("main")).to_be_focused()


def test_a_socket_says_nothing_after_its_session(alice, browse, portal):
    bob = browse().sign_in("bob", "acme")
    listen(bob)
    portal.make("end_session", bob.session)
    alice.proposes(proposed_content="Bees whisper.")

    bob.page.wait_for_function("() => socket.readyState === WebSocket.CLOSED")

    assert bob.page.evaluate("heard") == []


def test_news_of_the_page_before_leave_the_page_after_it_alone(alice, bob):
    proposal = bob.proposes(proposed_content="Bees go on.")
    page = alice.opens(proposal)
    page.get_by_role("link", name="Edit & approve").click()
    page.get_by_role("textbox", name="Your text").blur()
    held = []

    def hold(route):
        boosted = "hx-request" in route.request.headers
        route.continue_() if boosted else held.append(route)

    page.route("**/*do=edit*", hold)
    with page.expect_request("**/*do=edit*"):
        bob.proposes(proposed_content="Bees come and go.")
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("link", name="Edit & approve")).to_be_visible()
    with page.expect_request(lambda request: request.url.endswith(f"{proposal['number']}/")):
        held[0].continue_()

    expect(page.locator("#proposal")).to_have_attribute("data-live", "")
