"""Pictures of every page in every state, for people: python -m tests.browser.shots FOLDER [WORD]

WORD: only the pages whose name holds it.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import PATIENCE, WITH_TOOLS, launch
from tests.browser.person import Person
from tests.browser.portal import Portal

WIDTHS = (1440, 768, 400)
SCHEMES = ("light", "dark")


def main(folder: Path, word: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with portal() as running, sync_playwright() as playwright:
        browser = launch(playwright, WITH_TOOLS)
        views = [view for view in running.make("album") if word in view["name"]]
        for who in sorted({view["who"] for view in views}):
            person = visitor(browser, running.origin, who)
            for view in views:
                if view["who"] == who:
                    take(person, view, folder)
        if word in "demo":
            take(visitor(browser, running.origin, "").start_demo(), {"name": "demo"}, folder)
        browser.close()


@contextmanager
def portal() -> Iterator[Portal]:
    with tempfile.TemporaryDirectory() as data:
        running = Portal(Path(data))
        running.start()
        try:
            yield running
        finally:
            running.stop()


def visitor(browser: Browser, origin: str, who: str) -> Person:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    person = Person(context, origin)
    return person.come_in(who) if who else person


def take(person: Person, view: dict[str, Any], folder: Path) -> None:
    if "path" in view:
        person.page.goto(person.origin + view["path"])
    for width in WIDTHS:
        person.page.set_viewport_size({"width": width, "height": 900})
        for scheme in SCHEMES:
            person.page.emulate_media(color_scheme=scheme)
            file = folder / f"{view['name']}-{width}-{scheme}.png"
            person.page.screenshot(path=file, full_page=True, animations="disabled")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
