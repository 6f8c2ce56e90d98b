"""Every page in every state: whole on every screen, in both lights, without a fault or barrier."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.album import ARABIC
from tests.browser.axe import axe
from tests.browser.person import Person

pytestmark = pytest.mark.browser

# 720 is also 1440 at 200 %, and 320 is 1280 at 400 %.
WIDTHS = (2560, 1440, 720, 400, 320)
LAYOUTS = (1440, 768, 400)
INK = "getComputedStyle(document.body).color"
SIDEWAYS = """width => {
  if (document.documentElement.scrollWidth <= width) return '';
  const scrolls = e => e && (getComputedStyle(e).overflowX !== 'visible'
    || scrolls(e.parentElement));
  const wide = [...document.body.querySelectorAll('*')]
    .filter(e => e.getBoundingClientRect().right > width + 1 && !scrolls(e.parentElement));
  return wide.slice(-3).map(e => `${e.tagName} ${e.className}`).join(', ') || 'something';
}"""
TEXT = "size => { document.documentElement.style.fontSize = size; }"
MOVES = """() => {
  const name = e => `${e.tagName} ${e.className}`;
  const late = e => getComputedStyle(e).transitionDuration.split(", ")
    .some(time => parseFloat(time) > .01);
  return [...document.getAnimations().map(one => name(one.effect.target)),
    ...[...document.querySelectorAll('*')].filter(late).map(name)].slice(0, 3).join(', ');
}"""
FROM_THE_RIGHT = """text => {
  const words = [...document.querySelectorAll('main .words')].filter(e => e.checkVisibility());
  const all = words.filter(place => place.textContent.includes(text));
  return all.length > 0 && all.every(place => {
    const range = document.createRange(), box = place.getBoundingClientRect();
    range.setStart(place.firstChild, 0);
    range.setEnd(place.firstChild, 1);
    return range.getBoundingClientRect().right > box.left + box.width / 2;
  });
}"""


@pytest.fixture
def visit(browse, portal) -> Callable[[str], Person]:
    people: dict[str, Person] = {}

    def by(name: str) -> Person:
        if name not in people:
            people[name] = browse(reduced_motion="reduce")
            if name:
                people[name].come_in(name)
        return people[name]

    return by


@pytest.fixture(scope="module")
def album(portal):
    return portal.make("album")


def test_every_page_is_whole_on_every_screen_in_both_lights(album, visit):
    """Barriers are looked for at one width in one light, in turn; `make screenshots` does all."""
    faults = []
    for number, view in enumerate(album):
        person = visit(view["who"])
        if view["status"] != 200:
            person.watch.expect(view["status"])
        answer = person.page.goto(person.origin + view["path"])
        if answer.status != view["status"]:
            faults.append(f"{view['name']} answered {answer.status}")
        found = [*looks(person.page), *barriers(person.page, number)]
        faults += [f"{view['name']}: {fault}" for fault in found]

    assert faults == []


def looks(page: Page) -> Iterator[str]:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        if wide := page.evaluate(SIDEWAYS, width):
            yield f"at {width} too wide: {wide}"
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate(TEXT, "200%")
    if wide := page.evaluate(SIDEWAYS, 1440):
        yield f"with text of twice the size too wide: {wide}"
    page.evaluate(TEXT, "")
    if moving := page.evaluate(MOVES):
        yield f"moves, though asked not to: {moving}"


def barriers(page: Page, number: int) -> Iterator[str]:
    inks = {}
    page.set_viewport_size({"width": LAYOUTS[number % 3], "height": 900})
    for scheme in ("light", "dark") if number % 2 else ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        inks[scheme] = page.evaluate(INK)
    yield from (f"at {LAYOUTS[number % 3]}, {scheme}: {fault}" for fault in axe(page))
    if inks["light"] == inks["dark"]:
        yield "light and dark look the same"


def test_what_is_printed_is_whole_and_says_what_it_is(album, visit):
    person = visit("olga")
    for name in (
        "proposal-update",
        "proposal-applied",
        "memory-linked",
        "memory-changes",
        "activity",
    ):
        path = next(view["path"] for view in album if view["name"] == name)
        person.page.goto(person.origin + path)
        person.page.emulate_media(media="print")

        assert person.page.get_by_text("Waggle audit copy.").is_visible(), name
        assert "sha256" in person.page.locator(".only-print").inner_text(), name
        assert not person.page.get_by_role("banner").is_visible(), name
        assert person.page.get_by_role("button").count() == 0, name


def test_words_are_read_from_the_side_that_their_script_is(album, visit):
    person = visit("olga")
    for name in ("memory-arabic", "proposal-arabic"):
        path = next(view["path"] for view in album if view["name"] == name)
        person.page.goto(person.origin + path)

        assert person.page.evaluate(FROM_THE_RIGHT, ARABIC), name
