"""Pages asked about another instant show what was true then, or believed then, and say so."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from memory.models import Memory
from memory.times import iso
from tests.factories import make_memory, make_project, retire
from tests.pages.seen import shown

TICK = timedelta(microseconds=1)
NOON = datetime(2026, 1, 5, 12, 0, 0, 500, tzinfo=UTC)


@pytest.fixture
def look(browse, bob, acme):
    def read(path, status=200, **query):
        answer = browse(bob).get(f"/p/acme/{path}", query)
        assert answer.status_code == status
        return re.sub("</?mark>", "", shown(answer))

    return read


@pytest.fixture
def window(acme):
    return make_memory(acme, "The hall is open.", valid_from=NOON, valid_until=NOON + TICK * 10)


@pytest.mark.parametrize(
    ("ticks", "says"),
    [(-1, "scheduled"), (0, "authoritative"), (9, "authoritative"), (10, "expired")],
)
def test_a_window_is_half_open_to_the_microsecond(look, window, ticks, says):
    then = iso(NOON + TICK * ticks)

    page = look(f"memories/{window.label}/", as_of=then)
    listed = look("memories/", as_of=then)
    graph = look("graph/", as_of=then)

    assert f"statement--{says}" in page
    assert ("The hall is open." in listed) is (says == "authoritative")
    assert says.capitalize() in graph


@pytest.mark.parametrize(("ticks", "first"), [(-1, True), (0, False), (1, False)])
def test_a_successor_is_known_from_its_recording_on(look, acme, ticks, first):
    old = make_memory(acme, "Open on Mondays.")
    new = make_memory(acme, "Open on Fridays.", supersedes=old)
    then = iso(new.recorded_at + TICK * ticks)

    listed = look("memories/", as_of=then, known_at=then)
    searched = look("memories/", q="open", as_of=then, known_at=then)

    for page in (listed, searched):
        assert ("Open on" in page and "Mondays" in page) is first
        assert ("Fridays" in page) is not first
    wanted = "authoritative" if first else "superseded"
    assert f"statement--{wanted}" in look(f"memories/{old.label}/", as_of=then, known_at=then)


@pytest.mark.parametrize(("ticks", "says"), [(-1, "authoritative"), (0, "retired")])
def test_a_retirement_is_believed_from_its_instant_on(look, acme, ticks, says):
    gone = retire(make_memory(acme, "Smoke in the hall."))

    page = look(f"memories/{gone.label}/", known_at=iso(gone.retired_at + TICK * ticks))

    assert f"statement--{says}" in page
    assert ("<dt>Retired</dt>" in page) is (says == "retired")
    assert "What agents receive" not in page


def test_before_its_recording_a_memory_is_not_there(look, acme):
    memory = make_memory(acme, "The hall is open.")

    page = look(f"memories/{memory.label}/", known_at=iso(memory.recorded_at - TICK))

    assert "Not there yet" in page
    assert "The hall is open." not in page


def test_later_versions_are_not_in_the_lineage_of_then(look, acme):
    old = make_memory(acme, "Open on Mondays.")
    then = timezone.now()
    make_memory(acme, "Open on Fridays.", supersedes=old)

    page = look(f"memories/{old.label}/", as_of=iso(then), known_at=iso(then))

    assert "1 version<" in page
    assert "Fridays" not in page


def test_each_page_says_which_instant_it_shows_and_in_which_zone(look, acme):
    memory = make_memory(acme, valid_from=NOON)
    said = (
        "As it was true on 14 May 2026, 00:00:00 UTC, as known on 15 May 2026, 04:00:00.000001 UTC."
    )
    query = {"as_of": "2026-05-14", "known_at": "2026-05-15T09:30:00.000001+05:30"}

    for path in ("memories/", "graph/", f"memories/{memory.label}/"):
        assert said in look(path, **query)
        assert "As it" not in look(path)


def test_both_spellings_of_an_instant_are_the_same(look, acme, window):
    make_memory(acme)
    spellings = ["2026-01-05T12:00:00.000505Z", "2026-01-05T12:00:00.000505+00:00"]
    spellings += ["2026-01-05T17:30:00.000505+05:30", "2026-01-05T12:00:00.000505 00:00"]

    pages = {look("graph.json", as_of=one) for one in spellings}
    lists = ["The hall is open." in look("memories/", as_of=one) for one in spellings]

    assert len(pages) == 1
    assert lists == [True] * 4


BAD = ["yesterday", "2026-02-30", "2026-05-14T09:30:00", "9999-12-31T23:59:59-12:00", "\x00", "<b>"]


@pytest.mark.parametrize("typed", BAD)
@pytest.mark.parametrize("name", ["as_of", "known_at"])
def test_a_time_that_cannot_be_read_is_said_so_and_kept(browse, bob, acme, name, typed):
    memory = make_memory(acme, "The hall is open.")

    for path in ("memories/", "graph/", f"memories/{memory.label}/"):
        answer = browse(bob).get(f"/p/acme/{path}", {name: typed})
        field = answer.context["past"][name]
        assert answer.status_code == 422
        assert "This shows now" in shown(answer)
        assert (field.value(), len(field.errors)) == (typed, 1)


@pytest.mark.parametrize(
    "typed", ["2024-02-29", "9999-12-31", "0001-01-01", "2026-05-14T09:30:00Z"]
)
def test_any_time_of_the_calendar_is_answered(look, acme, typed):
    make_memory(acme)

    for query in ({"as_of": typed}, {"known_at": typed, "q": "statement"}):
        assert "This shows now" not in look("memories/", **query)


def test_links_stay_at_the_instant(look, acme):
    memory = make_memory(acme, valid_from=NOON)
    query = "?as_of=2026-05-14T00%3A00%3A00Z"

    for path in ("memories/", "graph/"):
        assert f"/memories/{memory.label}/{query}" in look(path, as_of="2026-05-14")


def test_htmx_is_told_the_instant_with_the_rows(browse, bob, acme):
    make_memory(acme)

    answer = browse(bob).get(
        "/p/acme/memories/", {"as_of": "2026-05-14"}, headers={"HX-Request": "true"}
    )

    assert "<html" not in shown(answer)
    assert "As it was true on 14 May 2026" in shown(answer)


def test_another_projects_memory_is_unknown_at_any_instant(look, acme):
    foreign = make_memory(make_project("other"), "Foreign words.", valid_from=NOON)

    look(f"memories/{foreign.public_id}/", status=404, as_of="2026-02-01")
    assert "Foreign words." not in look("memories/", q="foreign", as_of="2026-12-01")
    assert Memory.objects.in_project(acme).count() == 0
