"""The governed loop: an agent asks, a person decides, and what is true changes once."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.loop]

BEFORE = "Use Neo4j as the primary store."
PROPOSED = "Use SQLite and remove Neo4j."
FINAL = "Use SQLite by default; Neo4j remains optional."


def test_agents_propose_and_a_person_decides_what_is_true(visitor, portal):
    page = visitor.page

    assert visitor.tool("get_project_brief")["key_decisions"]
    old = visitor.recalls("storage architecture")[BEFORE]
    proposal = visitor.proposes(
        memory_id=old["memory_id"], proposed_content=PROPOSED, reason="Conflicts with local-first."
    )
    assert PROPOSED not in visitor.recalls("remove Neo4j", limit=50)
    early = visitor.refused("apply_approved_memory_change", proposal_id=proposal["proposal_id"])
    assert (early["code"], early["status"]) == ("PROPOSAL_NOT_APPROVED", "pending")

    visitor.link("Review").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review")
    page.get_by_role("heading", name="Storage architecture").get_by_role("link").click()
    expect(page.get_by_text("Conflicts with local-first.")).to_be_visible()
    visitor.edits(FINAL)
    visitor.click("Approve this text")
    expect(page.get_by_role("article", name="Frozen")).to_contain_text(FINAL)
    assert BEFORE in visitor.recalls("storage architecture")

    applied = visitor.tool("apply_approved_memory_change", proposal_id=proposal["proposal_id"])
    again = visitor.tool("apply_approved_memory_change", proposal_id=proposal["proposal_id"])
    new = applied["authoritative_memory"]
    assert (applied["status"], applied["already_applied"]) == ("applied", False)
    assert again == applied | {"already_applied": True}
    assert (new["content"], new["supersedes"]) == (FINAL, old["memory_id"])
    expect(page.get_by_role("article", name="Authoritative")).to_contain_text(FINAL)

    now = visitor.recalls("storage architecture", limit=50)
    assert {FINAL, BEFORE, PROPOSED} & set(now) == {FINAL}
    assert now[FINAL]["approved_by"][0]["edited"] is True
    assert now[FINAL]["source"]["proposed_by"]["kind"] == "agent"
    assert visitor.tool("get_project_brief")["recent_changes"][0]["what"] == "superseded"

    # The guide beside the page leads there by itself: the last recall was its last step.
    page.wait_for_url(f"**/memories/{new['number']}/**")
    lineage = page.get_by_role("region", name="Lineage")
    expect(lineage.get_by_role("listitem")).to_have_count(2)
    expect(lineage).to_contain_text(BEFORE)
    provenance = page.get_by_role("region", name="Provenance")
    expect(provenance).to_contain_text("Guest")
    expect(provenance).to_contain_text("Agent in the page")
    lineage.get_by_role("link", name="Version 1", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("Agents are told version 2")

    graph = visitor.context.request.get(visitor.base + "/graph.json").json()
    edges = [(edge["type"], edge["source"], edge["target"]) for edge in graph["edges"]]
    assert ("updates", new["memory_id"], old["memory_id"]) in edges
    authority = {node["id"]: node["authority"] for node in graph["nodes"]}
    assert authority[new["memory_id"]] == "authoritative"
    assert authority[old["memory_id"]] == "superseded"

    verified = portal.manage("verify_audit", visitor.slug)
    assert verified.returncode == 0, verified.stdout + verified.stderr
