"""What a page misses and how it finds out: silence, absence, a thousand events and more."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.live.between import between
from tests.browser.live.test_keeping_up import LOST, state, waiting

pytestmark = [pytest.mark.browser, pytest.mark.live]

HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def network(portal):
    with between(portal.port) as network:
        yield network


@pytest.fixture
def alice(browse, signed_in, network):
    """With a clock of her own, behind a network that may fail."""
    alice = browse(storage_state=signed_in("alice")).at("hive")
    alice.page.clock.install()
    return alice.beside(network.origin)


def test_a_socket_that_fell_silent_is_found_out(alice, network, in_hive):
    clock, bob = alice.page.clock, in_hive("bob")
    clock.fast_forward(10_000)
    before = waiting(alice).text_content()
    bob.proposes(proposed_content="Bees are heard.")
    expect(waiting(alice)).not_to_have_text(before)
    before = waiting(alice).text_content()
    network.fall_silent()
    bob.proposes(proposed_content="Bees fly by night.")

    clock.fast_forward(15_100)
    with alice.page.expect_event("websocket"):
        clock.fast_forward(5_100)

    expect(waiting(alice)).not_to_have_text(before)


def test_a_socket_that_does_not_open_is_said_given_up_and_made_good_by_looking(
    browse, signed_in, network, in_hive
):
    network.holds = True
    alice = browse(storage_state=signed_in("alice")).at("hive")
    alice.page.clock.install()
    alice = alice.beside(network.origin, "/proposals/new/")
    words = alice.page.get_by_label("The statement")
    words.fill("Half a thought")
    clock, before = alice.page.clock, waiting(alice).text_content()
    expect(state(alice)).to_have_text(LOST)
    in_hive("bob").proposes(proposed_content="Bees come without a socket.")

    clock.fast_forward(10_100)
    expect(waiting(alice)).not_to_have_text(before)
    network.holds = False
    clock.fast_forward(10_100)

    expect(state(alice)).not_to_have_text(LOST)
    expect(words).to_have_value("Half a thought")
    assert len(network.live) >= 2


def test_a_page_nobody_sees_asks_for_nothing_and_shows_all_when_it_is_seen(in_hive):
    alice, bob = in_hive("alice"), in_hive("bob")
    page, before = alice.page, waiting(alice).text_content()
    page.evaluate(HIDE, True)
    asked = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))

    bob.proposes(proposed_content="Bees work unseen.")
    bob.go()
    expect(waiting(bob)).not_to_have_text(before)
    assert asked == []
    page.evaluate(HIDE, False)

    expect(waiting(alice)).to_have_text(waiting(bob).text_content())


def test_more_than_a_thousand_missed_events_cost_no_word(alice, network, portal):
    page = alice.go("/proposals/new/")
    words = page.get_by_label("The statement")
    words.fill("Half a thought")
    alice.watch.expect("WebSocket", "ERR_INTERNET_DISCONNECTED")
    alice.context.set_offline(True)
    last = portal.make("events_of_no_matter", "hive", "1001")

    alice.context.set_offline(False)
    page.clock.fast_forward(10_100)

    expect(page.locator("body")).to_have_attribute("data-seq", str(last))
    expect(words).to_have_value("Half a thought")
    expect(state(alice)).not_to_have_text(LOST)
