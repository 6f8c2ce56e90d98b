"""The Studio in a browser: the server's truth, reached by hand, by key and by address."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from memory.times import iso
from tests.browser.graph import exported

pytestmark = pytest.mark.browser

MINE = """async instants => {
  const { Graph, authorityAt } = await import('/static/js/graph/model.js');
  const { exact } = await import('/static/js/graph/time.js');
  const read = async query => (await fetch(`/p/studio/graph.json${query}`)).json();
  const told = nodes => Object.fromEntries(nodes.filter(([, it]) => it).sort());
  const graph = new Graph(await read(''));
  const out = [];
  for (const [asOf, knownAt] of instants) {
    const query = new URLSearchParams({ as_of: asOf, ...(knownAt ? { known_at: knownAt } : {}) });
    const theirs = (await read(`?${query}`)).nodes.map(node => [node.number, node.authority]);
    const at = exact(asOf), known = knownAt && exact(knownAt);
    const ours = graph.nodes.map(node => [node.number, authorityAt(node, at, known)]);
    out.push([asOf, knownAt, told(ours), told(theirs)]);
  }
  return out;
}"""


@pytest.fixture(scope="module")
def made(portal, acme):
    return portal.make("studio")


@pytest.fixture
def studio(arrive, made):
    """alice before the picture, which is drawn."""

    def open_at(query="", **options):
        person = arrive("alice", **options).at("studio")
        person.go(f"/graph/{query}")
        person.page.wait_for_selector("#studio[data-ready]")
        return person

    return open_at


def beside(instant):
    """The microsecond before it, itself, the one after."""
    return [instant, *(shifted(instant, by) for by in (-1, 1))]


def shifted(instant, by):
    return iso(datetime.fromisoformat(instant) + timedelta(microseconds=by))


def test_at_every_boundary_it_holds_what_the_server_says(studio):
    person = studio()
    data = person.context.request.get(person.base + "/graph.json").json()
    spans = ("valid_from", "valid_until", "recorded_at", "retired_at")
    edges = sorted({node[span] for node in data["nodes"] for span in spans if node[span]})
    instants = [[one, None] for edge in edges for one in beside(edge)]
    instants += [[one, one] for edge in edges for one in beside(edge)]

    answers = person.page.evaluate(MINE, instants)

    assert len(answers) == 6 * len(edges) > 60
    assert [ours for *_, ours, _ in answers] == [theirs for *_, theirs in answers]
    assert {it for *_, theirs in answers for it in theirs.values()} == {
        "authoritative",
        "superseded",
        "scheduled",
        "expired",
        "retired",
    }


def test_the_slider_takes_picture_inspector_list_and_address_along(studio, made):
    person = studio(f"?node={made['newer']}")
    page = person.page
    inspector = page.get_by_role("complementary", name="Inspector")
    expect(inspector).to_contain_text("Open on Fridays.")

    page.get_by_label("As of").focus()
    page.keyboard.press("PageDown")
    expect(inspector.get_by_text("Open on Mondays.").first).to_be_visible()
    expect(page).to_have_url(re.compile(rf"node={made['old']}&as_of="))
    taken = exported(page)
    server = person.context.request.get(
        f"{person.base}/graph.json", params={"as_of": taken["as_of"]}
    ).json()
    page.get_by_text("List", exact=True).click()

    assert {node["number"]: node["authority"] for node in taken["nodes"]} == {
        node["number"]: node["authority"] for node in server["nodes"]
    }
    row = page.get_by_role("row", name=f"Inspect {made['old']}")
    expect(row).to_contain_text("Authoritative")
    expect(row).to_have_attribute("aria-current", "true")


def test_an_address_leads_back_to_what_was_selected_and_filtered(studio, made):
    page = studio(f"?node={made['old']}&as_of={made['begun']}&tag=hall&authority=expired").page

    inspector = page.get_by_role("complementary", name="Inspector")
    expect(inspector).to_contain_text("Superseded")
    expect(inspector).to_contain_text(f"{made['old']}, superseded")
    expect(page.get_by_label("Tag")).to_have_value("hall")
    assert exported(page)["nodes"] == []


def test_it_is_walked_by_keys_and_says_where_one_is(studio):
    page = studio().page
    picture = page.get_by_role("application", name=re.compile("^Memories along time: 5 memories"))

    picture.focus()
    page.keyboard.press("Home")
    expect(page.locator("#picture-said")).to_contain_text("version 1, superseded, fact, M-001")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#picture-said")).to_contain_text("version 2, authoritative")
    page.keyboard.press("l")
    expect(page.get_by_role("link", name="Show more than this lineage")).to_be_visible()
    expect(page.get_by_role("complementary")).to_contain_text("Open on Fridays.")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Hours")).to_be_focused()


def test_what_is_new_comes_into_the_picture_by_itself(studio):
    person = studio()
    picture = person.page.get_by_role("application")
    before = int(re.search(r"(\d+) proposals", picture.get_attribute("aria-label"))[1])

    person.proposes(proposed_content="A bench is there.")

    expect(picture).to_have_accessible_name(re.compile(f" {before + 1} proposals"))


def test_without_a_script_the_list_is_the_graph(arrive, made):
    page = arrive("alice", java_script_enabled=False).at("studio").go("/graph/")

    expect(page.locator("#stage")).to_be_hidden()
    page.get_by_label("Words in a memory").fill("stove")
    page.get_by_role("button", name="Show").click()

    rows = page.get_by_role("table", name="Memories, newest first").get_by_role("row")
    expect(rows).to_have_count(2)
    expect(rows.last).to_contain_text("Stove")
