"""A page keeps up with everybody's work, says when it cannot, and is back by itself."""

import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.live]

LOST = "Reconnecting: nothing you typed is lost"
ENDED = "Not live any more: reload the page"
CLOSEST = 0.3  # seconds from one refresh to the next
QUIET = 8  # seconds from one announcement to the next
WRITERS = 2
BESIDE = ("/", "/activity/", "/graph/?view=list", "/proposals/P-002/")
ENTRIES = "/companion/entries/"
LISTEN = """() => {
  window.said = [];
  const place = document.getElementById('queue-said');
  new MutationObserver(() => said.push(place.textContent)).observe(place, { childList: true });
}"""
# What the regions tell, but for how long ago it was.
TOLD = """() => [...document.querySelectorAll('[data-live]')].map(region => {
  const copy = region.cloneNode(true);
  copy.querySelectorAll('time').forEach(one => one.remove());
  return [region.id, copy.textContent.replace(/\\s+/g, ' ')];
})"""


def state(person):
    return person.page.locator("[data-live-state]")


def rows(queue):
    """What stands in it, in order: the proposals and their words, not how long ago they came."""
    return queue.locator("[data-row]").evaluate_all(
        "all => all.map(one => [one.id, one.querySelector('.prow__what').innerText])"
    )


def settled(page, fresh):
    """What it tells once it tells the same as a fresh look, or after a while."""
    for _ in range(20):
        fresh.goto(page.url)
        if page.evaluate(TOLD) == fresh.evaluate(TOLD):
            break
        page.wait_for_timeout(500)
    return page.evaluate(TOLD)


def waiting(person):
    return person.link("Review").locator(".count")


def test_a_burst_leaves_the_page_equal_to_the_database_with_few_fetches(in_hive, portal):
    before = portal.make("burst", "hive", "1")
    entry = portal.make("entry", "hive")
    alice = in_hive("alice", "/proposals/")
    page, fetched = alice.page, []
    page.evaluate(LISTEN)
    others = [alice.beside(alice.origin, path).page for path in (*BESIDE, f"{ENTRIES}{entry}/")]
    page.on("request", lambda request: fetched.append(urlsplit(request.url).path))

    began = time.monotonic()
    with ThreadPoolExecutor(WRITERS) as writers:  # each in a process of its own
        each = str(500 // WRITERS)
        count = max(writers.map(lambda who: portal.make("burst", "hive", each, who), "AB"))
    expect(waiting(alice)).to_have_text(str(count))
    took = time.monotonic() - began

    # Bounded by time, with room for a busy machine, not by the 500 events.
    assert count == before + 500
    assert 2 <= fetched.count(urlsplit(page.url).path) <= 2 * took / CLOSEST + 2
    expect(page.locator("#review-head")).to_contain_text(f"{count} wait")
    news = page.get_by_role("link", name=f"{count - before} new: show")
    expect(page.locator("#queue-said")).to_have_text(news.text_content())
    assert page.evaluate("said.length") <= took / QUIET + 2
    news.click()
    queue = page.locator("#queue")
    expect(news).to_have_count(0)
    expect(queue.locator("[data-row]").first).to_contain_text("is out.")
    shown = rows(queue)
    page.reload()
    assert rows(queue) == shown
    last = page.locator("body").get_attribute("data-seq")
    for other in others:
        expect(other.locator("body")).to_have_attribute("data-seq", last)
        assert settled(other, page) == page.evaluate(TOLD)


def test_what_a_command_and_the_worker_do_is_told_too(in_hive, portal):
    recent = in_hive("alice", "/companion/").page.locator("#recent")

    entry = portal.make("entry", "hive")

    line = recent.get_by_role("listitem").filter(has_text=entry)
    expect(line).to_be_visible()
    expect(line).to_contain_text("fact")


def test_a_server_that_went_away_is_said_and_what_was_missed_is_shown(
    browse, signed_in, in_hive, further
):
    alice = (
        browse(storage_state=signed_in("alice"))
        .at("hive")
        .beside(further.origin, "/proposals/new/")
    )
    alice.watch.expect("WebSocket", "ERR_CONNECTION_REFUSED")
    words = alice.page.get_by_label("The statement")
    words.fill("Half a thought")
    before = waiting(alice).text_content()

    further.end()
    expect(state(alice)).to_have_text(LOST)
    in_hive("bob").proposes(proposed_content="Bees came meanwhile.")
    further.start()

    expect(state(alice)).to_have_text("Live again")
    expect(waiting(alice)).not_to_have_text(before)
    expect(words).to_have_value("Half a thought")
    expect(state(alice)).to_have_text("")


def test_a_page_whose_right_has_ended_says_so_and_shows_nothing_more(browse, hive, in_hive, portal):
    rita = browse().sign_in("rita", "hive")
    rita.go("/proposals/new/").get_by_label("The statement").fill("Mine")
    before = waiting(rita).text_content()

    portal.make("end_session", rita.session)
    in_hive("bob").proposes(proposed_content="Bees keep secrets.")

    expect(state(rita)).to_have_text(ENDED)
    expect(waiting(rita)).to_have_text(before)
    expect(rita.page.get_by_label("The statement")).to_have_value("Mine")


def test_what_somebody_is_answering_waits_until_they_are_done(in_hive):
    alice, bob = in_hive("alice"), in_hive("bob")
    given = {"operation": "create", "kind": "fact", "proposed_content": "Bees wait their turn."}
    alice.opens(bob.tool("propose_memory_change", reason="Seen once.", **given))
    alice.click("Reject")
    before = alice.page.locator("body").get_attribute("data-seq")

    bob.tool("propose_memory_change", reason="Seen again.", **given)

    expect(alice.page.locator("body")).not_to_have_attribute("data-seq", before)
    expect(alice.page.get_by_role("dialog")).to_be_visible()
    assert alice.page.get_by_text("Seen again.").count() == 0
    alice.page.keyboard.press("Escape")
    expect(alice.page.get_by_text("Seen again.").first).to_be_visible()
