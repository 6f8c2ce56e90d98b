"""Pictures of every page in every state, and what keeps people out of it: `make screenshots`.

python -m tests.browser.shots [FOLDER] [WORD]; WORD: only the pages whose name holds it. Each is
named after page, width and light. People, words and order are always the same; times are of now.
The repository keeps those that `docs/images/pages/.gitignore` names.
"""

import base64
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.axe import UNSTUCK, axe
from tests.browser.chromium import PATIENCE, WITH_TOOLS, launch
from tests.browser.person import Person
from tests.browser.portal import Portal
from tests.browser.view import WITHOUT_TOOLS
from tests.browser.visiting import arrive, come_in, signs_up_and_mails

FOLDER = Path("docs/images/pages")
WIDTHS = (1440, 768, 400)
SCHEMES = ("light", "dark")
QUALITY = 40
TALLEST = 2_400


def main(folder: Path = FOLDER, word: str = "") -> int:
    folder.mkdir(parents=True, exist_ok=True)
    faults: list[str] = []
    with portal() as (running, further), sync_playwright() as playwright:
        browsers = {"with": launch(playwright, WITH_TOOLS), "without": launch(playwright)}
        views = [view for view in running.make("album") if word in view["name"]]
        for who in sorted({view["who"] for view in views}):
            browser = browsers["without" if who == WITHOUT_TOOLS else "with"]
            person = visitor(browser, running.origin, who)
            for view in views:
                if view["who"] == who:
                    faults += take(person, view, folder, further)
            faults += person.watch.faults()
            person.context.close()
        for browser in browsers.values():
            browser.close()
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    return 1 if faults else 0


@contextmanager
def portal() -> Iterator[tuple[Portal, str]]:
    """And where it is served with more to offer."""
    with tempfile.TemporaryDirectory() as data:
        running = Portal(Path(data))
        running.start()
        further = signs_up_and_mails(running)
        try:
            further.start()
            yield running, further.origin
        finally:
            further.end()
            running.stop()


def visitor(browser: Browser, origin: str, who: str) -> Person:
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    return come_in(Person(context, origin), who)


def take(person: Person, view: dict[str, Any], folder: Path, further: str) -> Iterator[str]:
    page = person.page
    if (status := arrive(person, view, further)) != view["status"]:
        yield f"{view['name']} answered {status}"
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            name = f"{view['name']}-{width}-{scheme}"
            (folder / f"{name}.webp").write_bytes(picture(page, width))
            yield from (f"{name}: {fault}" for fault in axe(page))


def picture(page: Page, width: int) -> bytes:
    page.evaluate(UNSTUCK)
    height = min(page.evaluate("() => document.documentElement.scrollHeight"), TALLEST)
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    asked = {"format": "webp", "quality": QUALITY, "captureBeyondViewport": True, "clip": clip}
    session = page.context.new_cdp_session(page)
    taken: str = session.send("Page.captureScreenshot", asked)["data"]
    session.detach()
    return base64.b64decode(taken)


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2]), *sys.argv[2:]))
