"""Every page in every state: whole on every screen, in both lights, without a fault or barrier."""

from collections.abc import Callable, Iterator, Sequence
from urllib.parse import urlsplit

import pytest
from django.urls import URLResolver, get_resolver, resolve
from playwright.sync_api import Page

from memory.admin.site import site
from tests.browser.album import ARABIC
from tests.browser.axe import axe
from tests.browser.person import Person
from tests.browser.view import GUEST, WITHOUT_TOOLS
from tests.browser.visiting import arrive, come_in, signs_up_and_mails

pytestmark = pytest.mark.browser

# 720 is also 1440 at 200 %, and 320 is 1280 at 400 %.
WIDTHS = (2560, 1440, 768, 720, 400, 320)
LAYOUTS = (1440, 768, 400)
SHOW_NO_PAGE = {
    "healthz",
    "readyz",
    "tool",
    "companion:read_again",
    "memory:export",
    "workspace:graph_data",
    "workspace:graph_found",
    "workspace:graph_marks",
    "workspace:inspector",
    "workspace:keys",
    "workspace:start_guide",
    *(
        f"proposals:{name}"
        for name in (
            "again",
            "apply",
            "compare",
            "lift",
            "read_notifications",
            "remove_comment",
            "revise",
            "revoke",
            "withdraw",
        )
    ),
    *(
        f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}"
        for model in site._registry
        for name in ("add", "delete", "history")
    ),
}
"""What is answered with data, a piece of a page, a refusal or the way to another page."""
INK = "getComputedStyle(document.body).color"
SIDEWAYS = """width => {
  if (document.documentElement.scrollWidth <= width) return '';
  const scrolls = e => e && (getComputedStyle(e).overflowX !== 'visible'
    || scrolls(e.parentElement));
  const wide = [...document.body.querySelectorAll('*')]
    .filter(e => e.getBoundingClientRect().right > width + 1 && !scrolls(e.parentElement));
  return wide.slice(-3).map(e => `${e.tagName} ${e.className}`).join(', ') || 'something';
}"""
HIDES = """() => [...document.querySelectorAll('main details:not(.no-print *)')]
  .filter(fold => !fold.lastElementChild.checkVisibility())
  .map(fold => fold.textContent)"""
SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
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
def visit(browse, chromium, chromium_without_tools) -> Callable[[str], Person]:
    people: dict[str, Person] = {}

    def by(name: str) -> Person:
        if name not in people:
            browser = chromium_without_tools if name == WITHOUT_TOOLS else chromium
            people[name] = come_in(browse(browser, reduced_motion="reduce"), name)
        return people[name]

    return by


@pytest.fixture(scope="module")
def album(portal):
    return portal.make("album")


@pytest.fixture(scope="module")
def further(portal) -> Iterator[str]:
    """Where people may sign up, and mail is sent."""
    process = signs_up_and_mails(portal)
    process.start()
    yield process.origin
    process.end()


def test_every_page_is_whole_on_every_screen_in_both_lights(album, visit, further):
    """Barriers are looked for at one width in one light, in turn; `make screenshots` does all."""
    faults = []
    for number, view in enumerate(album):
        person = visit(view["who"])
        if (status := arrive(person, view, further)) != view["status"]:
            faults.append(f"{view['name']} answered {status}")
        found = [*looks(person.page, view["opens"]), *barriers(person.page, number)]
        faults += [f"{view['name']}: {fault}" for fault in found]

    assert faults == []


def test_every_address_of_the_product_has_a_page_in_the_album_or_shows_none(album):
    shown = {
        resolve(urlsplit(view["path"]).path).view_name for view in album if view["status"] != 404
    }

    assert set(names(get_resolver())) - shown == SHOW_NO_PAGE


def names(within: URLResolver, before: str = "") -> Iterator[str]:
    for one in within.url_patterns:
        if isinstance(one, URLResolver):
            yield from names(one, f"{before}{one.namespace}:" if one.namespace else before)
        elif one.name:
            yield f"{before}{one.name}"


def looks(page: Page, opened: Sequence[str]) -> Iterator[str]:
    def sideways(width: int) -> str:
        if opened:  # a menu finds its place in the frame after
            page.evaluate(SETTLED)
        wide: str = page.evaluate(SIDEWAYS, width)
        return wide

    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        if wide := sideways(width):
            yield f"at {width} too wide: {wide}"
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate(TEXT, "200%")
    if wide := sideways(1440):
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
        assert person.page.evaluate(HIDES) == [], name


def test_nothing_of_the_guide_is_printed(visit):
    page = visit(GUEST).go("/activity/")
    rail = page.get_by_role("complementary", name="Guided demo")
    assert rail.is_visible()

    page.emulate_media(media="print")

    assert not rail.is_visible()
    assert page.get_by_text("Waggle audit copy.").is_visible()


def test_words_are_read_from_the_side_that_their_script_is(album, visit):
    person = visit("olga")
    for name in ("memory-arabic", "proposal-arabic"):
        path = next(view["path"] for view in album if view["name"] == name)
        person.page.goto(person.origin + path)

        assert person.page.evaluate(FROM_THE_RIGHT, ARABIC), name
