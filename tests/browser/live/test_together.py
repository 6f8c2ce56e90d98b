"""Two people and two agents in one project; a person who decides by keyboard alone."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.live]

NOW = "The hive faces south."


def tab_to(page, control):
    for _ in range(90):
        page.keyboard.press("Tab")
        if control.evaluate("one => one === document.activeElement"):
            return
    pytest.fail(f"No Tab leads to {control}")


def test_two_people_and_their_agents_see_one_truth_at_once(in_hive, agent_of):
    alice, bob = in_hive("alice"), in_hive("bob")
    hers, his = agent_of(alice), agent_of(bob)
    his.proposes(proposed_content="Bees agree.")
    alice.link("Review").click()
    expect(alice.page.get_by_role("main")).to_contain_text("Bees agree.")
    known = hers.recalls("faces")[NOW]["memory_id"]

    first = his.proposes(memory_id=known, proposed_content="The hive faces east.")
    rival = hers.proposes(memory_id=known, proposed_content="The hive faces west.")
    alice.page.get_by_role("link", name="2 new: show").click()
    for proposal in (first, rival):
        expect(alice.page.get_by_role("main")).to_contain_text(proposal["number"])
    bob.opens(rival)
    alice.opens(first)
    alice.approves()
    expect(alice.page.get_by_role("article", name="Frozen")).to_be_visible()
    his.tool("apply_approved_memory_change", proposal_id=first["proposal_id"])

    expect(alice.page.get_by_role("article", name="Authoritative")).to_contain_text("east")
    expect(bob.page.get_by_role("main")).to_contain_text("overtook it")
    refused = hers.refused("apply_approved_memory_change", proposal_id=rival["proposal_id"])
    assert refused["code"] == "PROPOSAL_STALE"
    for agent in (hers, his):
        assert set(agent.recalls("hive faces")) & {
            NOW,
            "The hive faces east.",
            "The hive faces west.",
        } == {"The hive faces east."}


def proposes_by_keys(person, words, title):
    page, keys = person.page, person.page.keyboard
    for press in ("g", "r"):
        keys.press(press)
    add = page.get_by_role("link", name="Add a memory")
    expect(add).to_be_visible()
    tab_to(page, add)
    keys.press("Enter")
    statement = page.get_by_label("The statement")
    expect(statement).to_be_visible()
    tab_to(page, statement)
    keys.type(words)
    tab_to(page, page.get_by_label("Title"))
    keys.type(title)
    tab_to(page, page.get_by_role("button", name="Propose it"))
    keys.press("Enter")
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()


def test_the_whole_loop_from_the_first_key_to_the_last(in_hive, agent_of):
    bob = in_hive("bob")
    agent = agent_of(bob)
    agent.proposes(proposed_content="Bees count.")
    rita = in_hive("rita", "/proposals/")
    page, keys = rita.page, rita.page.keyboard
    proposes_by_keys(bob, "Bees count to four.", "Counting")

    news = page.get_by_role("link", name="1 new: show")
    expect(news).to_be_visible()
    tab_to(page, news)
    keys.press("Enter")
    asked = page.get_by_role("link", name="Counting")
    expect(asked).to_be_visible()
    tab_to(page, asked)
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Counting", level=1)).to_be_visible()
    keys.press("e")
    words = page.get_by_role("textbox", name="Your text")
    expect(words).to_be_visible()
    tab_to(page, words)
    keys.press("ControlOrMeta+a")
    keys.type("Bees count to three.")
    tab_to(page, page.get_by_role("button", name="Approve this text"))
    keys.press("Enter")
    expect(page.get_by_role("article", name="Frozen")).to_contain_text("to three")
    tab_to(page, page.get_by_role("button", name="Apply now"))
    keys.press("Enter")

    expect(page.get_by_role("article", name="Authoritative")).to_contain_text("to three")
    tab_to(page, page.get_by_role("link", name="Open the memory"))
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Provenance")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Bees count to three.")
    assert "Bees count to three." in agent.recalls("count")
