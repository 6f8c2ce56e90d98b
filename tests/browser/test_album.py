"""Every page in every state: whole on every screen, in light and in dark, without a fault."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.person import Person

pytestmark = pytest.mark.browser

WIDTHS = (1440, 768, 400, 320)
INK = "getComputedStyle(document.body).color"
SIDEWAYS = """width => {
  if (document.documentElement.scrollWidth <= width) return '';
  const scrolls = e => e && (getComputedStyle(e).overflowX !== 'visible'
    || scrolls(e.parentElement));
  const wide = [...document.body.querySelectorAll('*')]
    .filter(e => e.getBoundingClientRect().right > width + 1 && !scrolls(e.parentElement));
  return wide.slice(-3).map(e => `${e.tagName} ${e.className}`).join(', ') || 'something';
}"""


@pytest.fixture
def visit(browse, portal) -> Callable[[str], Person]:
    people: dict[str, Person] = {}

    def by(name: str) -> Person:
        if name not in people:
            people[name] = browse()
            if name:
                people[name].come_in(name)
        return people[name]

    return by


def test_every_page_is_whole_on_every_screen_in_both_lights(portal, visit):
    faults = []
    for view in portal.make("album"):
        person = visit(view["who"])
        if view["status"] != 200:
            person.watch.expect(view["status"])
        answer = person.page.goto(person.origin + view["path"])
        if answer.status != view["status"]:
            faults.append(f"{view['name']} answered {answer.status}")
        faults += [f"{view['name']}: {fault}" for fault in looks(person.page)]

    assert faults == []


def looks(page: Page) -> list[str]:
    faults = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        if wide := page.evaluate(SIDEWAYS, width):
            faults.append(f"at {width} too wide: {wide}")
    inks = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        inks.add(page.evaluate(INK))
    if len(inks) != 2:
        faults.append("light and dark look the same")
    return faults
