"""The admin in Chromium: watched for console errors and policy reports, on every kind of page."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

MODELS = [
    "proposals/proposal",
    "memory/memory",
    "memory/edge",
    "memory/auditevent",
    "memory/toolcall",
    "memory/user",
    "memory/membership",
    "memory/policy",
    "memory/agentkey",
]
NARROW = {"width": 400, "height": 800}


def fits(page):
    return page.evaluate(
        "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )


def visit(person, path):
    answer = person.page.goto(f"{person.origin}/admin/{path}")
    assert answer.status == 200, path
    return person.page


@pytest.mark.parametrize("options", [{}, {"viewport": NARROW}], ids=["wide", "narrow"])
def test_every_list_and_its_first_row(arrive, options):
    rita = arrive("rita", color_scheme="dark" if options else "light", **options)
    rita.page.get_by_label("Account: rita").click()
    rita.page.get_by_role("link", name="Admin", exact=True).click()
    rita.page.wait_for_url("**/admin/")
    assert fits(rita.page)

    for model in MODELS:
        page = visit(rita, f"{model}/")
        assert fits(page), model
        assert "Elsewhere" not in page.locator("main").inner_text(), model
        row = page.locator("#result_list tbody th a").first
        if row.count():
            row.click()
            page.wait_for_url("**/change/")
            assert fits(page), model


def test_a_reviewer_decides_at_four_hundred_pixels(arrive, bob):
    said = "Acme deploys on Wednesdays, says the admin."
    proposal = bob.proposes(proposed_content=said)
    rita = arrive("rita", viewport=NARROW)

    page = visit(rita, f"proposals/proposal/?q={proposal['number']}")
    mine = page.get_by_role("row").filter(has_text="Acme deploys on Wednesdays")
    mine.get_by_role("link", name=proposal["number"]).click()
    expect(page.get_by_role("article", name="Proposed")).to_contain_text(said)
    assert fits(page)
    page.get_by_role("button", name="Reject with this reason").click()
    expect(page.get_by_text(re.compile("Say why"))).to_be_visible()
    assert fits(page)
    page.get_by_label("Note").fill("Read at the bus stop.")
    page.get_by_role("button", name="Approve as proposed").click()

    expect(page.get_by_text("You approved exactly these words")).to_be_visible()
    expect(page.get_by_text("Read at the bus stop.")).to_be_visible()
    rita.watch.expect(422)


def test_who_only_reads_is_refused_in_words(arrive):
    vera = arrive("vera")
    vera.watch.expect(403)

    vera.page.goto(f"{vera.origin}/admin/")

    expect(vera.page.get_by_role("heading", name="This takes another role")).to_be_visible()
    assert "reviewer" in vera.page.locator("main").inner_text()
