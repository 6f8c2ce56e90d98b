"""axe-core looks at a page for what keeps people out: WCAG 2.2, A and AA."""

from importlib.resources import files

from playwright.sync_api import Page

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
LOOK = """async tags => {
  const asked = {runOnly: {type: 'tag', values: tags}, resultTypes: ['violations'], preload: false};
  const found = await axe.run(asked);
  return found.violations.flatMap(one => one.nodes.map(node =>
    `${one.id}: ${node.target.join(' ')}: ${node.any.concat(node.all, node.none)
      .map(check => check.message)[0]}`));
}"""

# What a bar at the edge of the window covers is a matter of how far one has scrolled.
UNSTUCK = """() => {
  for (const bar of document.querySelectorAll('.verdict')) bar.style.position = 'static';
  return document.fonts.ready.then(() => true);
}"""


def axe(page: Page) -> list[str]:
    """What it finds on the page as it stands."""
    page.evaluate(UNSTUCK)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(LOOK, TAGS)
    return found
