"""What changed since a date, on the activity page."""

from datetime import timedelta

import pytest

from memory.models import AuditEvent
from memory.services.changed import changed_since
from memory.times import iso
from tests.factories import make_memory, make_project, retire
from tests.pages.seen import shown

TICK = timedelta(microseconds=1)


@pytest.fixture
def since(browse, bob, acme):
    def read(since, status=200, **query):
        answer = browse(bob).get("/p/acme/activity/", {"since": since, **query})
        assert answer.status_code == status
        return shown(answer)

    return read


def told(project, at, **options):
    found = changed_since(project, at, **options)
    return [(one.what, one.memory.label, one.by and one.by.label) for one in found.changes]


def test_it_lists_what_was_recorded_superseded_and_retired(acme):
    old = make_memory(acme)
    make_memory(acme, supersedes=old)
    retire(make_memory(acme))

    assert told(acme, old.recorded_at) == [
        ("retired", "M-003", None),
        ("recorded", "M-003", None),
        ("superseded", "M-001", "M-002"),
        ("recorded", "M-001", None),
    ]
    counts = changed_since(acme, old.recorded_at).counts
    assert counts == {"recorded": 2, "superseded": 1, "retired": 1}


@pytest.mark.parametrize(("ticks", "listed"), [(-1, True), (0, True), (1, False)])
def test_the_instant_itself_counts(acme, since, ticks, listed):
    make_memory(acme, "The hall is open.")
    at = AuditEvent.objects.get(project=acme, type="memory.recorded").at + TICK * ticks

    assert bool(told(acme, at)) is listed
    assert ("The hall is open." in since(iso(at))) is listed


def test_it_goes_on_where_a_page_ends(acme):
    first = make_memory(acme)
    for _ in range(4):
        make_memory(acme)

    page = changed_since(acme, first.recorded_at, size=2)
    rest = changed_since(acme, first.recorded_at, size=9, before=page.before)

    labels = [one.memory.label for one in [*page.changes, *rest.changes]]
    assert labels == ["M-005", "M-004", "M-003", "M-002", "M-001"]
    assert rest.before is None
    assert rest.counts == page.counts


def test_it_has_no_voices_to_choose_from(browse, bob, acme):
    def page(query):
        return browse(bob).get(f"/p/acme/activity/{query}").content.decode()

    assert 'aria-label="Voices"' in page("")
    assert 'aria-label="Voices"' not in page("?since=2026-01-01")


def test_other_projects_are_not_in_it(acme):
    foreign = make_memory(make_project("other"))

    assert told(acme, foreign.recorded_at - timedelta(days=1)) == []


def test_a_date_that_cannot_be_read_is_said_so_and_kept(since):
    page = since("last week", status=422)

    assert "cannot be read" in page
    assert 'value="last week"' in page


def test_nothing_changed_is_an_answer(since):
    assert "Nothing changed" in since("9999-01-01")
