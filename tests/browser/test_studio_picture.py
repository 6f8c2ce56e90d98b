"""The picture under people's hands, and taken along: everything in it, and nothing else."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.garden import HOSTILE
from tests.browser.graph import drawn, exported, honey, read, slider, span, where

pytestmark = pytest.mark.browser

WIDE = {"viewport": {"width": 1440, "height": 1200}}
CONTRACT = {"id", "number", "kind", "title", "authority", "valid_from", "valid_until"}
CONTRACT |= {"recorded_at"}


KEYS = [
    ("ArrowLeft", 9),
    ("PageDown", 1),
    ("ArrowRight", 5),
    ("Home", 1),
    ("PageUp", 1),
    ("End", 1),
]


@pytest.fixture
def look(arrive, garden):
    """alice before the picture of the garden, or of another project."""

    def open_at(query="", slug="garden", **options):
        person = arrive("alice", **{**WIDE, **options}).at(slug)
        person.go(f"/graph/{query}")
        person.page.wait_for_selector("#studio[data-ready]")
        return person

    return open_at


def inspector(page):
    return page.get_by_role("complementary", name="Inspector")


def test_the_picture_as_svg_opens_by_itself_and_holds_what_was_seen(look, tmp_path):
    person = look("?node=M-001")
    page = person.page
    svg, taken = drawn(page), exported(page)
    found = read(page, svg)

    (tmp_path / "graph.svg").write_text(svg)
    alone = person.context.new_page()
    alone.goto((tmp_path / "graph.svg").as_uri())

    assert alone.evaluate("document.documentElement.getBBox().width") > 1000
    assert found["faults"] == []
    assert found["tags"] == ["path", "rect", "svg", "text", "title"]
    assert not re.search(r"NaN|undefined|href|url\(|@import", svg)
    filled = [node for node in taken["nodes"] if node["authority"] == "authoritative"]
    assert honey(page, found) == len(filled) > 5
    texts = [text for text, *_ in found["texts"]]
    assert HOSTILE[0][:23] + "…" in texts
    assert {"October", "November", "December", "Proposed", "Evidence"} <= set(texts)


def test_what_filters_hide_is_in_neither_file(look):
    page = look("?kind=goal&kind=fact&authority=authoritative&authority=expired").page
    texts = " ".join(text for text, *_ in read(page, drawn(page))["texts"])
    taken = exported(page)

    assert {node["kind"] for node in taken["nodes"]} <= {"goal", "fact"}
    titles = {node["title"] for node in taken["nodes"] if node["title"]}
    assert len(titles) > 1
    assert all(title in texts for title in titles if title.startswith("Bed"))
    hidden = {f"Bed {n}" for n in range(3, 40)} - titles
    assert not {title for title in hidden if re.search(rf"{title}\b", texts)}


@pytest.mark.parametrize("of", ["created_at", "decided_at"])
def test_what_waited_then_and_is_applied_now_has_its_place_in_the_past(look, of):
    person = look()
    marks = person.context.request.get(person.base + "/graph/marks.json").json()["proposals"]
    new = next(one for one in marks if one["operation"] == "create" and one["applied_at"])
    person.go(f"/graph/?as_of={new[of]}")
    person.page.wait_for_selector("#studio[data-ready]")

    svg = drawn(person.page)

    assert "NaN" not in svg
    waiting = {one["number"]: one["status"] for one in exported(person.page)["proposals"]}
    assert waiting[new["number"]] == ("pending" if of == "created_at" else "approved")


def test_what_is_shown_as_json_has_the_shape_of_the_graphs_own(look):
    person = look()
    taken = exported(person.page)
    server = person.context.request.get(person.base + "/graph.json").json()
    marks = person.context.request.get(person.base + "/graph/marks.json").json()

    def contract(nodes):
        return [{name: node[name] for name in CONTRACT} for node in nodes]

    assert contract(taken["nodes"]) == contract(server["nodes"])
    assert taken["edges"] == server["edges"]
    assert set(taken["edges"][0]) == {"id", "type", "source", "target"}
    versions = {node["id"]: (node["lineage"], node["version"]) for node in taken["nodes"]}
    updates = [edge for edge in taken["edges"] if edge["type"] == "updates"]
    assert len(updates) > 5
    for edge in updates:
        new, old = versions[edge["source"]], versions[edge["target"]]
        assert new[0] == old[0]
        assert new[1] > old[1]
    assert [one["number"] for one in taken["evidence"]] == [
        one["number"] for one in marks["evidence"]
    ]


def test_an_address_outlives_a_reload_and_steps_back_and_forth(look):
    person = look("?kind=goal&kind=decision&tag=hall")
    page = person.page
    number = exported(page)["nodes"][0]["number"]
    page.get_by_label("Words in a memory").fill(number)
    page.get_by_label("Words in a memory").press("Enter")
    expect(page).to_have_url(re.compile(f"node={number}"))
    slider(page).focus()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("as_of="))
    address, before = page.url, exported(page)

    page.reload()
    page.wait_for_selector("#studio[data-ready]")
    reloaded = exported(page)
    inspector(page).get_by_role("link", name="Open memory").click()
    page.wait_for_url("**/memories/**")
    page.go_back()
    page.wait_for_selector("#studio[data-ready]")
    back, there = exported(page), page.url
    page.go_forward()
    page.wait_for_url("**/memories/**")

    assert reloaded == back == before
    assert there == address
    assert before["nodes"]


@pytest.mark.parametrize("of", ["nobody", "somebody else"])
def test_an_address_of_what_is_not_here_says_so_and_shows_the_rest(look, acme, of):
    ref = "M-999" if of == "nobody" else acme["hidden"]
    person = look(f"?node={ref}&lineage={ref}")

    expect(inspector(person.page)).to_contain_text(f"There is no {ref} here")
    expect(person.page.locator("#focus-chip")).to_be_hidden()
    taken = exported(person.page)
    assert len(taken["nodes"]) > 40
    assert "at night" not in str(taken) + drawn(person.page) + person.page.content()


def test_what_the_slider_fills_is_what_an_agent_is_told_of_that_instant(look):
    person = look()
    page = person.page
    seen = set()
    for key, times in KEYS:
        slider(page).focus()
        for _ in range(times):
            page.keyboard.press(key)
        page.get_by_role("button", name="Next change").click()
        taken = exported(page)
        then = {"as_of": taken["as_of"]} if taken["as_of"] else {}
        told = person.tool("recall_memory", query="beans", limit=50, max_chars=60_000, **then)
        brief = person.tool("get_project_brief", max_items=25, max_chars=60_000, **then)
        filled = {one["number"] for one in taken["nodes"] if one["authority"] == "authoritative"}
        grown = {number for number in filled if number <= "M-040"}

        assert {one["number"] for one in told["memories"]} == grown
        assert told["omitted"] == 0
        decisions = {one["number"] for one in brief["key_decisions"]}
        assert decisions == {
            one["number"]
            for one in taken["nodes"]
            if one["number"] in filled and one["kind"] == "decision"
        }
        assert honey(page, read(page, drawn(page))) == len(filled)
        seen.add(frozenset(filled))
    assert len(seen) == len(KEYS)


def test_a_lineage_shows_who_proposed_and_who_approved_and_in_what_words(look):
    page = look("?node=M-003&lineage=M-003", slug="told").page
    found = read(page, drawn(page))
    texts = [text for text, *_ in sorted(found["texts"], key=lambda one: one[1])]

    row = ("P-0001", "version 1", "P-0003", "alice", "version 2, in force")
    assert [text for text in texts if text in row] == ["P-0001", "alice", *row[1:]]
    assert "E-001" in texts
    assert "Veil" not in texts
    for words in ("The willow bloomed early.", "Only in mild years.", "alice approved it"):
        expect(inspector(page)).to_contain_text(words)
    expect(inspector(page).get_by_text("Changed from version 1")).to_be_visible()
    page.get_by_role("link", name="Show more than this lineage").click()
    expect(page.locator("#focus-chip")).to_be_hidden()
    assert "Veil" in {text for text, *_ in read(page, drawn(page))["texts"]}


def test_each_mark_is_taken_by_a_click(look):
    page = look(slug="told").page
    picture = page.locator("#picture").bounding_box()

    for words, below, says in [
        ("E-001", 14, "confirmed these words"),
        ("Smoke", -27, "New memory"),
    ]:
        x, y = where(read(page, drawn(page)), words)
        page.mouse.click(picture["x"] + x, picture["y"] + y + below)
        expect(inspector(page)).to_contain_text(says)
        page.keyboard.press("Escape")
        expect(inspector(page)).to_contain_text("Nothing selected")


def test_hands_pan_and_zoom_it(look):
    page = look().page
    box = page.locator("#picture").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    first, last = span(page)

    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 100, y + 40, steps=4)
    page.mouse.up()
    panned = span(page)
    page.mouse.wheel(0, -300)
    expect(slider(page)).not_to_have_attribute("max", str(panned[1]))
    zoomed = span(page)

    assert panned[0] < first
    assert panned[1] - panned[0] == pytest.approx(last - first)
    assert zoomed[1] - zoomed[0] < (last - first) * 0.8


def test_fingers_pan_pinch_and_scroll_at_400_px(look):
    person = look(viewport={"width": 400, "height": 800}, has_touch=True)
    page = person.page
    page.locator("#picture").scroll_into_view_if_needed()
    box = page.locator("#picture").bounding_box()
    x, y = box["x"] + 200, box["y"] + 150
    session = person.context.new_cdp_session(page)

    def touch(kind, *points):
        touching = [{"x": x + dx, "y": y + dy, "id": at} for at, (dx, dy) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touching})

    first = span(page)
    touch("touchStart", (0, 0))
    for step in range(1, 6):
        touch("touchMove", (20 * step, 0))
    touch("touchEnd")
    panned = span(page)
    touch("touchStart", (-20, 0), (20, 0))
    for step in range(1, 6):
        touch("touchMove", (-20 - 12 * step, 0), (20 + 12 * step, 0))
    touch("touchEnd")
    pinched = span(page)
    scrolled = page.evaluate("scrollY")
    touch("touchStart", (0, 100))
    for step in range(1, 8):
        touch("touchMove", (0, 100 - 25 * step))
    touch("touchEnd")

    assert panned[0] < first[0]
    assert panned[1] - panned[0] == pytest.approx(first[1] - first[0])
    assert pinched[1] - pinched[0] < (panned[1] - panned[0]) / 2
    page.wait_for_function("before => scrollY > before + 40", arg=scrolled)
    assert span(page) == pinched


def test_without_motion_a_replay_goes_from_change_to_change(look):
    page = look(slug="single", reduced_motion="reduce").page
    said = page.evaluate_handle("""() => {
      const said = [], output = document.getElementById('asof-out');
      const hear = () => said.push(output.textContent);
      new MutationObserver(hear).observe(output, { childList: true });
      return said;
    }""")

    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("button", name="Replay")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#asof-out")).to_have_text("now")

    words = [words for words in said.json_value() if words != "now"]
    assert len(set(words)) == 1


PIXELS = """() => {
  const canvas = document.querySelector('#picture canvas'), { width, height } = canvas;
  const data = canvas.getContext('2d').getImageData(0, 0, width, height).data, counts = {};
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.slice(at, at + 3).join(' ');
    counts[colour] = (counts[colour] ?? 0) + 1;
  }
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one);
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.forcedColorAdjust = 'none';
  const told = name => {
    probe.style.color = name;
    return getComputedStyle(probe).color.match(/\\d+/g).join(' ');
  };
  const paper = told('Canvas'), ink = told('CanvasText');
  probe.remove();
  return { ground: sorted[0][0], paper, inks: counts[ink] ?? 0, kinds: sorted.length };
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_are_the_pictures_too(look, scheme):
    page = look("?node=M-001", forced_colors="active", color_scheme=scheme).page
    page.wait_for_function("() => document.fonts.status === 'loaded'")

    seen = page.evaluate(PIXELS)

    assert seen["ground"] == seen["paper"]
    assert seen["inks"] > 200
    assert seen["kinds"] > 20


def test_a_project_of_nothing_and_one_of_one_memory(look, arrive):
    bare = arrive("alice").at("bare").go("/graph/")
    expect(bare.get_by_role("heading", name="No memories yet")).to_be_visible()
    expect(bare.get_by_role("application")).to_have_count(0)

    page = look("?node=M-001", slug="single").page

    found = read(page, drawn(page))
    assert honey(page, found) == 1
    assert {"Bee", "in force", "P-0001", "alice"} <= {text for text, *_ in found["texts"]}
