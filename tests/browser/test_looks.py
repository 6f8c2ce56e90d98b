"""How pages are set: what stands beside what, at which width."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.person import Person

pytestmark = pytest.mark.browser

# Of each comma after somebody's name: whether it stands below the last letter of that name.
TORN = """() => {
  const box = (node, start, end) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return range.getBoundingClientRect();
  };
  const torn = [];
  for (const actor of document.querySelectorAll('main .actor')) {
    const name = actor.querySelector('bdi')?.lastChild, after = actor.nextSibling;
    if (name?.nodeType !== 3 || after?.nodeType !== 3 || !after.data.startsWith(',')) continue;
    const last = box(name, name.length - 1, name.length), comma = box(after, 0, 1);
    torn.push(comma.top > last.bottom - 2);
  }
  return torn;
}"""
BOXES = """() => Object.fromEntries(['left', 'right', 'activity'].map(name =>
  [name, document.querySelector(`.front__${name}`).getBoundingClientRect().toJSON()]))"""
TOPS = "() => [...document.querySelector('.front').children].map(part => part.offsetTop)"
COLUMNS = """() => new Set([...document.querySelectorAll('#days .ev')]
  .map(line => Math.round(line.getBoundingClientRect().left))).size"""


SIZES = """() => ['h1', '.statement__text']
  .map(part => parseFloat(getComputedStyle(document.querySelector(part)).fontSize))"""


@pytest.fixture(scope="module")
def lena(chromium, portal) -> Iterator[Person]:
    portal.make("looks")
    context = chromium.new_context(reduced_motion="reduce")
    yield Person(context, portal.origin).come_in("lena")
    context.close()


@pytest.fixture
def look(lena) -> Callable[[str, int], Page]:
    def at(path: str, width: int) -> Page:
        lena.page.set_viewport_size({"width": width, "height": 900})
        lena.page.goto(lena.origin + path)
        return lena.page

    return at


def test_what_follows_a_long_name_stands_on_the_line_of_its_last_word(look):
    torn = look("/p/young/memories/M-002/", 1440).evaluate(TORN)

    assert len(torn) > 1
    assert not any(torn)


def test_in_a_young_project_the_record_fills_the_room_beside_the_map(look):
    page = look("/p/young/", 1440)

    at = page.evaluate(BOXES)
    assert at["activity"]["top"] < at["right"]["bottom"]
    assert at["activity"]["right"] < at["right"]["left"]
    assert at["activity"]["top"] >= at["left"]["bottom"]
    assert page.evaluate(COLUMNS) == 1


def test_in_a_grown_project_the_record_has_two_columns_below_all(look):
    page = look("/p/grown/", 1440)

    at = page.evaluate(BOXES)
    assert at["activity"]["top"] >= max(at["left"]["bottom"], at["right"]["bottom"])
    assert at["activity"]["right"] == at["right"]["right"]
    assert page.evaluate(COLUMNS) == 2


@pytest.mark.parametrize("width", [768, 400])
def test_on_a_narrow_screen_what_waits_comes_before_what_is_known(look, width):
    page = look("/p/grown/", width)

    tops = page.evaluate(TOPS)
    assert tops == sorted(tops)
    assert page.evaluate(COLUMNS) == 1


@pytest.mark.parametrize("width", [1440, 400])
def test_a_long_text_is_set_to_be_read_and_a_short_one_to_be_seen(look, width):
    short = look("/p/young/memories/M-002/", width).evaluate(SIZES)
    long = look("/p/grown/memories/M-009/", width).evaluate(SIZES)

    assert all(one < other for one, other in zip(long, short, strict=True))
