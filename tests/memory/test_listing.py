"""Lists: in one stable order, paged so that nothing slips, with as many queries as ever."""

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.actors import human
from memory.authority import Authority, Instant
from memory.models import AuditEvent, Memory, Project, User
from memory.roles import Role
from memory.services.listing import (
    count_by_authority,
    find_memories,
    known_at,
    list_memories,
    projects_of,
    with_authority,
)
from memory.services.narrowing import Narrowing
from memory.services.projects import close_project
from tests.factories import join, make_project
from tests.memory.recorded import make_memory, retire
from tests.memory.rows import hour, put, put_versions


def all_pages(project: Project, size: int, between: Any = None) -> list[str]:
    seen, before = [], None
    while len(seen) < 50:
        page = list_memories(project, Instant.now(), before=before, size=size)
        seen += [memory.label for memory in page.memories]
        before = page.before
        if before is None:
            break
        if between:
            between()
    return seen


def test_page_after_page_shows_each_once_newest_first(acme: Project) -> None:
    made = [make_memory(acme).label for _ in range(5)]

    assert [all_pages(acme, size) for size in (1, 2, 4, 5, 6)] == [made[::-1]] * 5


def test_what_arrives_meanwhile_moves_nothing(acme: Project) -> None:
    made = [make_memory(acme).label for _ in range(5)]

    seen = all_pages(acme, 2, between=lambda: make_memory(acme))

    assert seen == made[::-1]


def test_a_page_of_one_kind_holds_that_kind(acme: Project) -> None:
    goal, fact = make_memory(acme, kind="goal"), make_memory(acme, kind="fact")

    listed = list_memories(acme, Instant.now(), narrowing=Narrowing(kinds=["goal"])).memories

    assert (goal in listed, fact in listed) == (True, False)


def test_ids_of_another_project_or_of_nothing_are_left_out(
    granite: SimpleNamespace, elsewhere: Project
) -> None:
    ids = [granite.new.public_id, granite.foreign.public_id, granite.project.public_id]

    assert list(with_authority(granite.project, ids, Instant.now())) == [granite.new.public_id]
    assert list(with_authority(elsewhere, ids, Instant.now())) == [granite.foreign.public_id]


def test_each_id_says_what_it_is_now(granite: SimpleNamespace) -> None:
    rows = (granite.old, granite.new, granite.retired, granite.expired, granite.scheduled)

    known = with_authority(granite.project, [row.public_id for row in rows], Instant.now())

    assert [known[row.public_id].authority for row in rows] == [
        "superseded",
        "authoritative",
        "retired",
        "expired",
        "scheduled",
    ]
    assert known[granite.new.public_id].predecessor == granite.old
    assert known[granite.old.public_id].successor == granite.new


def test_a_person_is_shown_the_projects_they_are_a_member_of(
    acme: Project, elsewhere: Project, alice: User, charlie: User
) -> None:
    assert projects_of(alice) == [acme]
    assert projects_of(charlie) == [elsewhere]


def test_closed_projects_come_last_and_dropped_ones_not_at_all(alice: User) -> None:
    closed = make_project("a-closed", owner=alice)
    close_project(closed, actor=human(alice))
    open_one = make_project("z-open", owner=alice)
    dropped = make_project("demo", owner=alice, is_demo=True)
    Project.objects.filter(pk=dropped.pk).update(dropped_at=closed.closed_at)

    assert projects_of(alice) == [open_one, closed]


def test_lists_and_their_page_ask_as_often_for_many_as_for_two(
    acme: Project, browse: Any, alice: User
) -> None:
    browser = browse(alice)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            for authority in ("", "authoritative", "superseded"):
                list_memories(acme, Instant.now(), authority=authority)
                find_memories(acme, "statement", Instant.now(), authority=authority)
            count_by_authority(acme, Instant.now())
            for page in ("authority=all", "q=statement"):
                assert browser.get(f"/p/acme/memories/?{page}").status_code == 200
        return len(asked)

    first = make_memory(acme)
    link = {"type": "part_of", "memory_id": str(first.public_id)}
    make_memory(acme, links=[link], supersedes=make_memory(acme, links=[link]))
    few = queries()
    for _ in range(5):
        make_memory(acme, links=[link], supersedes=make_memory(acme, links=[link]))
    retire(make_memory(acme))

    assert queries() == few


def test_a_viewer_reads_the_list_and_an_outsider_learns_nothing(
    acme: Project, browse: Any, charlie: User
) -> None:
    make_memory(acme, "Granite is grey.")
    outsider = browse(charlie)

    refused, nothing = outsider.get("/p/acme/memories/"), outsider.get("/p/no-such/memories/")
    join(acme, charlie, Role.VIEWER)
    answer = outsider.get("/p/acme/memories/")

    assert (refused.status_code, nothing.status_code, answer.status_code) == (404, 404, 200)
    assert b"Granite is grey." in answer.content
    assert b"Granite" not in refused.content


def test_the_counts_are_those_of_the_rows_at_every_instant(
    acme: Project, elsewhere: Project
) -> None:
    for project in (acme, elsewhere):
        put(project)
        put(project, recorded_at=hour(2), valid_from=hour(2))
        put(project, valid_from=hour(2))
        put(project, valid_from=hour(-3), valid_until=hour(1))
        put(project, valid_until=hour(3))
        put(project, retired_at=hour(1))
        put(project, erased_at=hour(1), content="", title="", salt=b"")
        put_versions(project, {}, {"recorded_at": hour(1), "valid_from": hour(1)})
        put_versions(project, {}, {"recorded_at": hour(1), "valid_from": hour(4)})
    hours = (-1, 0, 0.5, 1, 2, 3, 5)

    for instant in (Instant(hour(as_of), hour(known)) for as_of in hours for known in hours):
        rows = Counter(memory.authority for memory in known_at(acme, instant))
        assert count_by_authority(acme, instant) == dict.fromkeys(Authority.values, 0) | rows


def test_kinds_that_are_asked_for_together_come_in_one_order(acme: Project) -> None:
    for kind in ("goal", "fact", "note", "goal", "fact"):
        make_memory(acme, kind=kind)

    def page(before: int | None = None) -> tuple[list[int], int | None]:
        asked = Narrowing(kinds=["fact", "goal", "fact"])
        found = list_memories(acme, Instant.now(), narrowing=asked, before=before, size=3)
        return [memory.number for memory in found.memories], found.before

    assert (page(), page(before=2)) == (([5, 4, 2], 2), ([1], None))


def plan(ask: Callable[[], object]) -> str:
    with CaptureQueriesContext(connection) as queries:
        ask()
    with connection.cursor() as cursor:
        return "\n".join(
            str(cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}").fetchall())
            for query in queries
        )


led = pytest.mark.skipif(connection.vendor != "sqlite", reason="its planner wants to be led")


@led
def test_counts_and_activity_take_the_indexes_made_for_them(acme: Project) -> None:
    assert plan(lambda: count_by_authority(acme, Instant.now())).count("memory_may_differ") == 2
    told = AuditEvent.objects.filter(project=acme).told().order_by("-at", "-seq")[:5]
    assert "events_told" in plan(lambda: list(told))


@led
@pytest.mark.parametrize("narrowing", [Narrowing(), Narrowing(kinds=["fact"])], ids=["all", "kind"])
@pytest.mark.parametrize("authority", ["", "authoritative", "superseded"])
def test_the_newest_are_taken_from_an_index_and_not_sorted_out_of_all(
    acme: Project, narrowing: Narrowing, authority: str
) -> None:
    now = Instant.now()

    assert "USE TEMP B-TREE" not in plan(
        lambda: list_memories(acme, now, narrowing=narrowing, authority=authority)
    )
    unordered = Memory.objects.in_project(acme).order_by("content")
    assert "USE TEMP B-TREE" in plan(lambda: list(unordered))
