"""How long from a commit until a person sees it: python -m tests.browser.live.measure [COUNT]

On SQLite in one process and from a process of its own; with DATABASE_URL and REDIS_URL the page
is of one web process and the agent of another. A commit's instant is taken as its event's, which
is a little before, and the screen's as the frame after the page took over its regions.
"""

import json
import statistics
import sys
import tempfile
from datetime import datetime
from pathlib import Path
from urllib.request import Request, urlopen

from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import WITH_TOOLS, launch
from tests.browser.person import Person
from tests.browser.portal import Portal, database_of_its_own

BETWEEN = 0.7  # seconds
SEEN = """() => {
  window.seen = [];
  document.addEventListener('live:refreshed', () => requestAnimationFrame(() => {
    seen.push([Number(document.body.dataset.seq), Date.now()]);
  }));
}"""


def main(count: int) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        database_of_its_own() as environment,
        sync_playwright() as playwright,
    ):
        portal = Portal(Path(folder), **environment)
        further = portal.further()
        portal.start()
        further.start()
        browser = launch(playwright, WITH_TOOLS)
        try:
            portal.make("acme")
            token = portal.make("key", "acme")
            person = Person(browser.new_context(), portal.origin).sign_in("alice", "acme")
            for where, origin in (("same", portal.origin), ("another", further.origin)):
                for path in ("/", "/proposals/"):
                    page = person.go(path)
                    taken = measure(page, portal, f"{origin}/p/acme", token, count)
                    print(f"{path:12} proposed to the {where} process: {told(taken)}")  # noqa: T201
        finally:
            browser.close()
            further.end()
            portal.stop()


def measure(page: Page, portal: Portal, base: str, token: str, count: int) -> list[float]:
    page.wait_for_timeout(2_000)
    page.evaluate(SEEN)
    first = portal.make("events", "acme", "0")[-1][0]
    for number in range(count):
        propose(f"{base}/tools/propose_memory_change", token, f"{base} {first} {number}")
        page.wait_for_timeout(BETWEEN * 1_000)
    recorded = portal.make("events", "acme", str(first))
    page.wait_for_function("last => Number(document.body.dataset.seq) >= last", arg=recorded[-1][0])
    page.wait_for_timeout(500)
    seen = page.evaluate("seen")
    return [
        next(at for shown, at in seen if shown >= seq) - instant(then) for seq, then in recorded
    ]


def instant(text: str) -> float:
    return datetime.fromisoformat(text).timestamp() * 1_000


def propose(url: str, token: str, words: str) -> None:
    given = {"operation": "create", "kind": "fact", "proposed_content": words}
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    asked = Request(url, json.dumps(given).encode(), headers)  # noqa: S310 -- our own
    urlopen(asked).close()  # noqa: S310 -- the same


def told(taken: list[float]) -> str:
    ordered = sorted(taken)
    median, late = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
    return f"median {median:.0f} ms, p95 {late:.0f} ms of {len(ordered)}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
