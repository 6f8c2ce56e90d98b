"""The Workspace asks for what an event may have changed, and shows what the database holds."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.live]

SHOWN = """() => Object.fromEntries([...document.querySelectorAll('[data-live]')].map(one => [
  one.id, one.innerText.replace(/(\\d+ min ago|just now)/g, '').replace(/\\s+/g, ' ').trim(),
]))"""


@pytest.fixture
def front(in_hive):
    """alice's Workspace, and what it asked for since: the regions, or none for the page."""
    alice, asked = in_hive("alice"), []
    page = alice.page

    def note(request):
        if request.url == page.url and request.resource_type == "fetch":
            names = request.headers.get("x-waggle-regions")
            asked.append(set(names.split()) if names else None)

    page.on("request", note)
    alice.watch.expect("WebSocket", "ERR_INTERNET_DISCONNECTED")
    return page, asked


def test_a_proposal_fetches_what_it_may_change_and_an_agents_reading_less(front, in_hive):
    page, asked = front
    bob = in_hive("bob")
    was = page.locator("#groups").element_handle()

    bob.proposes(proposed_content="Bees ask for little.")
    expect(page.locator("#waiting")).to_contain_text("Bees ask for little.")
    expect(page.locator("#tool-calls")).to_contain_text("propose_memory_change just now")
    first = set().union(*asked)
    asked.clear()
    bob.recalls("bees")
    expect(page.locator("#days li").first).to_contain_text("recalled")

    assert {"waiting", "map-rows", "days", "nav-review"} <= first
    assert not {"groups", "decisions", "recent"} & first
    assert was.evaluate("one => one.isConnected")
    assert asked
    assert "waiting" not in set().union(*asked)


def test_after_a_burst_it_is_what_the_database_holds(front, portal):
    page, asked = front

    count = portal.make("burst", "hive", "120")
    expect(page.locator(".review-head__n")).to_have_text(str(count))
    last = portal.make("events", "hive", "0")[-1][0]
    page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=last)

    assert asked
    assert None not in asked
    shown = page.evaluate(SHOWN)
    page.reload()
    assert page.evaluate(SHOWN) == shown


def test_what_is_told_of_a_memory_follows_in_every_region(front, in_hive):
    page, _ = front
    bob = in_hive("bob")
    hers = in_hive("rita")

    proposal = bob.proposes(proposed_content="Bees count to seven.")
    hers.opens(proposal)
    hers.approves()
    bob.tool("apply_approved_memory_change", proposal_id=proposal["proposal_id"])

    expect(page.locator("#recent")).to_contain_text("Bees count to seven.")
    expect(page.locator("#map-rows")).to_contain_text("Bees count to seven.")


def test_what_was_missed_is_fetched_whole(front, in_hive):
    page, asked = front
    bob = in_hive("bob")

    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    bob.proposes(proposed_content="Bees came unheard.")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")

    expect(page.locator("#waiting")).to_contain_text("Bees came unheard.")
    assert None in asked
