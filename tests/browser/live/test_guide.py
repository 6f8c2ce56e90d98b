"""The guided demo as a stranger plays it: an agent in the page, a person, and no Next button."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.live]

OLD = "Use Neo4j as the primary store."
PROPOSED = "Use SQLite and remove Neo4j."
FINAL = "Use SQLite by default; Neo4j remains optional."
WIDTHS = (320, 400, 768, 1280, 1440)
COVERED = """() => [...document.querySelectorAll('.verdict .btn')].filter(control => {
  control.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = control.getBoundingClientRect();
  return !control.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map(control => control.textContent.trim())"""


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
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        rail.locator("details").evaluate("rail => { rail.open = true; }")
        assert page.evaluate(COVERED) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    visitor.approves()
    expect(rail).to_contain_text("not edited by you")
    at_step(visitor, 4, other)

    page.reload()
    at_step(visitor, 4)
