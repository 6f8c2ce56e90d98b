"""The guided demo as a stranger plays it: an agent in the page, a person, and no Next button."""

from itertools import product

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.live]

OLD = "Use Neo4j as the primary store."
PROPOSED = "Use SQLite and remove Neo4j."
FINAL = "Use SQLite by default; Neo4j remains optional."
WIDTHS = (320, 400, 600, 768, 1024, 1279, 1280, 1440, 2560)
HEIGHTS = (420, 800)  # the lower one as at 200 % of a small window
COVERED = """() => {
  const all = 'main :is(a[href], button, input:not([type=hidden]), textarea, select, summary)';
  const isThere = control => control.checkVisibility({ visibilityProperty: true });
  const controls = [...document.querySelectorAll(all)].filter(isThere);
  const covered = controls.filter(control => {
    control.scrollIntoView({ block: 'center' });
    const [{ x, y, width, height }] = control.getClientRects();
    return !control.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  return [controls.length > 8, covered.map(control => control.textContent.trim())];
}"""


def at_step(visitor, number, page=None):
    """The page says it by itself: nothing is reloaded, nothing is pressed."""
    rail = (page or visitor.page).get_by_role("complementary", name="Guided demo")
    expect(rail.locator("summary")).to_contain_text(f"Demo, step {number} of 6")
    return rail


def play(visitor, agent):
    page = visitor.page
    rail = at_step(visitor, 1)
    agent.tool("get_project_brief")
    at_step(visitor, 2)
    old = agent.recalls("storage architecture")[OLD]
    at_step(visitor, 3)
    proposal = agent.proposes(memory_id=old["memory_id"], proposed_content=PROPOSED)
    at_step(visitor, 4)
    leads = rail.get_by_role("link", name=f"Open {proposal['number']}")
    if not leads.is_visible():
        rail.locator("summary").click()
    leads.click()
    visitor.edits(FINAL)
    visitor.click("Approve this text")
    at_step(visitor, 5)
    agent.tool("apply_approved_memory_change", proposal_id=proposal["proposal_id"])
    at_step(visitor, 6)
    new = agent.recalls("storage architecture")[FINAL]
    page.wait_for_url(f"**/memories/{new['number']}/#versions-h")
    lineage = page.get_by_role("region", name="Lineage")
    expect(lineage).to_contain_text(OLD)
    expect(lineage).to_contain_text("2 versions")
    expect(rail).to_contain_text("Demo, done")
    return rail


def test_to_the_lineage_and_once_more_after_a_restart(visitor, agent_of):
    first = visitor.slug

    rail = play(visitor, agent_of(visitor))
    rail.get_by_role("button", name="Restart").click()
    visitor.page.wait_for_url(lambda url: first not in url)
    visitor.at(visitor.page.url.split("/")[-2])

    play(visitor, agent_of(visitor))


def test_from_another_clean_start_on_a_small_screen(browse, agent_of):
    visitor = browse(viewport={"width": 400, "height": 800}).start_demo()

    play(visitor, agent_of(visitor))


def test_it_stays_where_it_is_whatever_looks_alike_and_covers_no_control(visitor, agent_of):
    agent = agent_of(visitor)
    other = agent.page
    agent.tool("get_project_brief")
    agent.recalls("passkeys")
    at_step(visitor, 2)
    old = agent.recalls("storage architecture")[OLD]
    at_step(visitor, 3, other)
    agent.proposes(proposed_content="Ships are blue.")
    proposal = agent.proposes(memory_id=old["memory_id"], proposed_content=PROPOSED)

    page = visitor.opens(proposal)
    rail = at_step(visitor, 4)
    covers_nothing(page, rail)
    visitor.approves()
    expect(rail).to_contain_text("not with an edit")
    covers_nothing(page, rail)
    at_step(visitor, 4, other)

    page.reload()
    at_step(visitor, 4)


def covers_nothing(page, rail):
    for width, height, is_open in product(WIDTHS, HEIGHTS, (True, False)):
        page.set_viewport_size({"width": width, "height": height})
        rail.locator("details").evaluate("(rail, is) => { rail.open = is; }", is_open)
        assert page.evaluate(COVERED) == [True, []]
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_restart_in_one_page_takes_the_guide_away_from_the_other(visitor, agent_of):
    other = agent_of(visitor).page
    rail = at_step(visitor, 1, other)
    expect(other.get_by_text("This is a demo.")).to_be_visible()

    at_step(visitor, 1).get_by_role("button", name="Restart").click()

    expect(other.get_by_text("This project is closed.")).to_be_visible()
    expect(rail).to_have_count(0)


def test_a_page_that_was_away_shows_what_an_agent_read_meanwhile(visitor, agent_of):
    agent = agent_of(visitor)
    at_step(visitor, 1)
    visitor.context.set_offline(True)
    visitor.page.evaluate("dispatchEvent(new Event('offline'))")
    visitor.context.set_offline(False)

    agent.tool("get_project_brief")

    at_step(visitor, 2)


# Nothing is connected until the test lets it through.
LATE = """(() => {
  const Real = WebSocket, waiting = [];
  window.WebSocket = function (url) {
    waiting.push(() => {
      const real = new Real(url);
      for (const name of ['onopen', 'onmessage', 'onclose']) real[name] = this[name];
      for (const name of ['send', 'close']) this[name] = (...said) => real[name](...said);
    });
  };
  window.letThrough = () => waiting.splice(0).forEach(go => go());
})()"""


def test_what_an_agent_read_before_there_was_a_socket_is_shown(visitor, agent_of):
    agent = agent_of(visitor)
    visitor.context.add_init_script(LATE)
    visitor.page.bring_to_front()
    visitor.page.reload()
    rail = at_step(visitor, 1)
    agent.tool("get_project_brief")
    expect(rail).to_contain_text("step 1 of 6")

    visitor.page.evaluate("letThrough()")

    at_step(visitor, 2)
