"""What a frame of the Studio costs with 5,000 memories: python -m tests.browser.frames

Main-thread time for each painted frame, in ticks of that thread, so that whatever else the machine
does is not counted. Headless Chromium without a graphics card; hands are real mouse events.
"""

import json
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from memory.kinds import ASKABLE_EDGES, Kind
from memory.times import iso
from tests.browser.chromium import launch
from tests.browser.person import Person
from tests.browser.portal import Portal
from tests.browser.shots import portal

MEMORIES, BLOCK, DAYS = 5_000, 500, 900
TAGS = ["storage", "export", "search", "sync", "security", "legal", "install", "platform", "mail"]
COUNT = """() => {
  const pens = CanvasRenderingContext2D.prototype, paint = pens.fillRect;
  pens.fillRect = function (...box) {
    if (!box[0] && !box[1] && box[2] > 300) window.frames_painted += 1;
    paint.apply(this, box);
  };
}"""


def main() -> None:
    with portal() as running, sync_playwright() as playwright:
        slug = plant(running)
        context = launch(playwright).new_context(viewport={"width": 1440, "height": 900})
        page = Person(context, running.origin).sign_in("frances", slug).page
        page.goto(f"{running.origin}/p/{slug}/graph/")
        page.wait_for_selector("#studio[data-ready]")
        page.wait_for_timeout(3_000)
        page.evaluate(COUNT)
        session = context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        for name, act in HANDS.items():
            print(f"{name:18s} {measured(page, session, act)}")  # noqa: T201 - a command


def plant(running: Portal) -> str:
    slug: str = running.make("frames")
    file = Path(running.environment["WAGGLE_DATA_DIR"]) / "lines.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines()))
    done = running.manage("import_memories", slug, str(file), "--as", "frances")
    assert done.returncode == 0, done.stderr
    return slug


def lines() -> Iterator[dict[str, Any]]:
    """In blocks, as an import takes them: lineages and 1.6 links a memory."""
    dice, now = random.Random(5), datetime.now(UTC)  # noqa: S311 - no secret
    free: list[int] = []
    for n in range(MEMORIES):
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
            "valid_from": iso(now - timedelta(days=DAYS * (1 - n / MEMORIES) + dice.random())),
            "links": [{"type": dice.choice(ASKABLE_EDGES), "memory_id": str(end)} for end in ends],
        }
        if free and dice.random() < 0.25:
            line["supersedes"] = str(free.pop(dice.randrange(len(free))))
        free.append(n)
        yield line


def measured(page: Page, session: CDPSession, act: Callable[[Page], None]) -> str:
    before = spent(session)
    page.evaluate("window.frames_painted = 0")
    act(page)
    frames, after = page.evaluate("window.frames_painted"), spent(session)
    page.wait_for_timeout(2_000)
    return f"{frames} frames, {1000 * (after - before) / max(1, frames):.1f} ms each"


def spent(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


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
    main()
