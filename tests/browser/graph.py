"""What the Studio's picture shows, as a person takes it along."""

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page

READ = """svg => {
  const page = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const all = what => [...page.querySelectorAll(what)];
  const given = (one, ...names) => names.map(name => one.getAttribute(name));
  return {
    faults: all('parsererror').map(one => one.textContent),
    tags: [...new Set(all('*').map(one => one.localName))].sort(),
    texts: all('text:not([aria-hidden])').map(one =>
      [one.textContent, ...given(one, 'x', 'y').map(Number)]),
    fills: all('path[fill]').map(one => given(one, 'fill', 'd')),
  };
}"""


def saved(page: Page, button: str) -> str:
    with page.expect_download() as download:
        page.get_by_text("Export").click()
        page.get_by_role("button", name=button).click()
    text: str = download.value.path().read_text()
    return text


def exported(page: Page) -> Any:
    return json.loads(saved(page, "What is shown as JSON"))


def drawn(page: Page) -> str:
    return saved(page, "Picture as SVG")


def read(page: Page, svg: str) -> dict[str, Any]:
    """By the browser's own parser."""
    found: dict[str, Any] = page.evaluate(READ, svg)
    return found


def where(found: dict[str, Any], words: str) -> tuple[float, float]:
    return next((x, y) for text, x, y in found["texts"] if text == words)


def honey(page: Page, found: dict[str, Any]) -> int:
    """How many seals are filled: whole hexagons in the colour of authority."""
    colour = page.evaluate(
        "async () => (await import('/static/js/graph/palette.js'))"
        ".readPalette(document.body).authority"
    )
    whole = re.compile(r"M[^MLZ]+(?:L[^MLZ]+){5}Z")
    return sum(len(whole.findall(path)) for fill, path in found["fills"] if fill == colour)


def slider(page: Page) -> Locator:
    return page.get_by_label("As of")


def span(page: Page) -> tuple[float, float]:
    """The instants at the ends of the picture."""
    ends = slider(page).evaluate("one => [Number(one.min), Number(one.max)]")
    return ends[0], ends[1]
