"""The Memory Map in a browser: drawn from its list, and drawn anew as that changes."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PICTURE = "document.querySelector('#map canvas').toDataURL()"
BLANK = """() => {
  const { width, height } = document.querySelector('#map canvas');
  return Object.assign(document.createElement('canvas'), { width, height }).toDataURL();
}"""
SETTLED = """() => document.fonts.ready.then(
  () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))"""
DRAWN_ANEW = f"was => {PICTURE} !== was"
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


def test_the_same_graph_gives_the_same_picture(visitor):
    """Of a demo: some twenty memories and their links, with nobody else at work."""
    page = visitor.page
    page.wait_for_selector("#map[data-ready]")
    page.wait_for_function(DRAWN_ANEW, arg=page.evaluate(BLANK))
    page.evaluate(SETTLED)
    first = page.evaluate(PICTURE)

    page.reload()
    page.wait_for_selector("#map[data-ready]")

    page.wait_for_function(f"first => {PICTURE} === first", arg=first)
    assert page.locator("[data-spot]").count() > 10
    assert page.locator("[data-link]").count() > 5


def test_it_follows_what_happens_and_leads_into_the_studio(arrive, bob):
    alice = arrive("alice", viewport={"width": 320, "height": 800}).at("acme")
    page = alice.go("/")
    page.wait_for_selector("#map[data-ready]")
    before = page.evaluate(PICTURE)
    page.get_by_text("The same as a list").click()

    proposal = bob.proposes(proposed_content="Acme deploys daily.", memory_id="M-001")

    waits = page.locator(f"[data-waits={proposal['number']}]")
    expect(waits).to_be_visible()
    page.wait_for_function(DRAWN_ANEW, arg=before)
    assert not page.evaluate(SIDEWAYS)

    box = page.locator("#map").bounding_box()
    page.locator("#map").click(position={"x": box["width"] / 2, "y": 30 + (box["height"] - 64) / 2})
    expect(page).to_have_url(re.compile(r"/p/acme/graph/\?node=M-001$"))


def test_without_what_settles_it_the_list_stands_alone_and_nothing_is_thrown(arrive):
    alice = arrive("alice").at("acme")
    alice.context.route("**/vendor/d3-*.js", lambda route: route.abort())
    alice.watch.expect("ERR_FAILED")

    page = alice.go("/")

    expect(page.get_by_text("The same as a list")).to_be_visible()
    page.wait_for_timeout(500)
    expect(page.locator("#map[data-ready]")).to_have_count(0)
