"""What a frame of the Studio costs: python -m tests.browser.frames [MEMORIES]

With 5,000 memories unless told otherwise, 1.6 links a memory, 240 proposals that wait and the
entries they cite. The processor time of the page's main thread for each frame that draws, from the
browser's own trace, so that whatever else the machine does is not counted. Headless Chromium
without a graphics card; hands are real mouse events.
"""

import json
import random
import sys
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from memory.kinds import ASKABLE_EDGES, Kind
from memory.times import iso
from tests.browser.chromium import launch
from tests.browser.person import Person
from tests.browser.portal import Portal
from tests.browser.shots import portal

MEMORIES, BLOCK, DAYS, WAITING = 5_000, 500, 900, 240
TAGS = ["storage", "export", "search", "sync", "security", "legal", "install", "platform", "mail"]
MARK = """() => {
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = then => ask.call(window, time => {
    performance.mark('frame');
    then(time);
  });
}"""
TRACED = ["toplevel", "blink.user_timing", "disabled-by-default-devtools.timeline"]


def main(memories: int) -> None:
    with portal() as (running, _), sync_playwright() as playwright:
        slug = plant(running, memories)
        browser = launch(playwright)
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = Person(context, running.origin).sign_in("frances", slug).page
        told("open", opened(page, f"{running.origin}/p/{slug}/graph/"))
        page.wait_for_timeout(3_000)
        page.evaluate(MARK)
        for name, act in HANDS.items():
            told(name, measured(browser, page, act))
            page.wait_for_timeout(2_000)


def told(name: str, words: str) -> None:
    print(f"{name:16s} {words}", flush=True)  # noqa: T201 - a command


def opened(page: Page, address: str) -> str:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    begun = time.monotonic()
    page.goto(address)
    page.wait_for_selector("#studio[data-ready]", timeout=300_000)
    waited = time.monotonic() - begun
    session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    found = {one["name"]: float(one["value"]) for one in metrics}
    heap = found["JSHeapUsedSize"] / 2**20
    return (
        f"{waited:.1f} s, {found['TaskDuration']:.2f} s of the main thread, {heap:.0f} MB of heap"
    )


def plant(running: Portal, memories: int) -> str:
    slug: str = running.make("frames")
    file = Path(running.environment["WAGGLE_DATA_DIR"]) / "lines.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines(memories)))
    done = running.manage("import_memories", slug, str(file), "--as", "frances")
    assert done.returncode == 0, done.stderr
    running.make("frames_marks", slug, str(WAITING))
    return slug


def lines(memories: int) -> Iterator[dict[str, Any]]:
    """In blocks, as an import takes them: lineages and 1.6 links a memory."""
    dice, now = random.Random(5), datetime.now(UTC)  # noqa: S311 - no secret
    free: list[int] = []
    for n in range(memories):
        if n % BLOCK == 0:
            free = []
        few = dice.choice([0, 1, 2, 3]) if n % BLOCK else 0
        ends = sorted({dice.randrange(n - n % BLOCK, n) for _ in range(few)})
        line: dict[str, Any] = {
            "id": str(n),
            "kind": dice.choice(Kind.values),
            "title": f"Matter {n}",
            "content": f"Statement {n} holds.",
            "tags": dice.sample(TAGS, 2),
            "valid_from": iso(now - timedelta(days=DAYS * (1 - n / memories) + dice.random())),
            "links": [{"type": dice.choice(ASKABLE_EDGES), "memory_id": str(end)} for end in ends],
        }
        if free and dice.random() < 0.25:
            line["supersedes"] = str(free.pop(dice.randrange(len(free))))
        free.append(n)
        yield line


def measured(browser: Browser, page: Page, act: Callable[[Page], None]) -> str:
    browser.start_tracing(page=page, categories=TRACED)
    act(page)
    frames = frames_of(json.loads(browser.stop_tracing())["traceEvents"])
    worst = quantiles(frames, n=20)[-1]
    return f"{len(frames)} frames: median {median(frames):.1f} ms, p95 {worst:.1f} ms"


def frames_of(events: list[dict[str, Any]]) -> list[float]:
    """From the task that draws to the next one that does: all that the thread did, in ms."""
    marks = [event for event in events if event["name"] == "frame"]
    thread = marks[0]["pid"], marks[0]["tid"]
    tasks = sorted(
        (event["ts"], event["tdur"])
        for event in events
        if "tdur" in event and (event["pid"], event["tid"]) == thread and is_task(event)
    )
    begins = [at for at, _ in tasks]
    drawing = sorted({bisect_right(begins, mark["ts"]) - 1 for mark in marks})
    return [sum(spent for _, spent in tasks[one:other]) / 1000 for one, other in pairwise(drawing)]


def is_task(event: dict[str, Any]) -> bool:
    return str(event["name"]).endswith("RunTask")


def middle(page: Page, selector: str = "#picture") -> tuple[float, float, float]:
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]


def pan(page: Page) -> None:
    x, y, _ = middle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(60):
        page.mouse.move(x + 4 * (step % 30), y + 3 * (step % 20))
        page.wait_for_timeout(20)
    page.mouse.up()


def zoom(page: Page) -> None:
    for step in range(60):
        page.mouse.wheel(0, -40 if step < 30 else 40)
        page.wait_for_timeout(20)


def slide(page: Page) -> None:
    x, y, width = middle(page, "#asof-at")
    page.mouse.move(x + width * 0.4, y)
    page.mouse.down()
    for step in range(60):
        page.mouse.move(x + width * (0.4 - step / 80), y)
        page.wait_for_timeout(20)
    page.mouse.up()


HANDS = {"pan": pan, "zoom": zoom, "move the slider": slide}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MEMORIES)
