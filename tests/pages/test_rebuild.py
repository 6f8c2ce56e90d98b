"""Reading anew, from a page: a person sees what would change before anything of it counts."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django_tasks_db.models import DBTaskResult

from companion.models import ConstructionRun, Entry, Relation
from companion.services import previews, runs
from companion.services.sweep import send_due
from memory import limits
from memory.models import AuditEvent, Project, User
from memory.roles import Role
from tests.companion.reading import read, read_run
from tests.companion.scripted import GUESS, LEAK, PRESSURE, SEAL, TEXT, Scripted
from tests.factories import join, make_entry, make_user

PAGE = "/p/acme/companion/rebuild/"
OF_PUMP = "/p/acme/companion/subjects/pump-7/rebuild/"


@pytest.fixture
def entries(acme: Project) -> list[Entry]:
    made = [make_entry(acme, TEXT, about=about) for about in ("Pump 7", "Pump 7", "Boiler")]
    for one in made:
        read(one, Scripted((PRESSURE, SEAL)))
    return made


@pytest.fixture
def alices(browse: Any, entries: list[Entry], alice: User) -> Any:
    return browse(alice)


def page(answer: Any) -> str:
    return unescape(answer.content.decode())


def read_anew(*said: Any) -> None:
    for run in ConstructionRun.objects.filter(state="pending"):
        read_run(run, Scripted(said or (PRESSURE, LEAK, GUESS)))


def ask(client: Any, do: str, at: str = PAGE) -> Any:
    answer = client.post(at, {"do": do})
    assert (answer.status_code, answer["Location"]) == (303, at)
    return page(client.get(at))


def test_a_subject_is_read_anew_seen_and_taken_over(alices: Any, entries: list[Entry]) -> None:
    assert "2 entries would be read once more" in page(alices.get(OF_PUMP))
    assert "2 still to be read" in ask(alices, "preview", OF_PUMP)
    events = AuditEvent.objects.count()
    read_anew()

    shown = page(alices.get(OF_PUMP))
    assert "2 of 2 read anew" in shown
    assert "1 kept, 1 added, 1 retired" in shown
    assert ("Pump 7 leaks water" in shown, "The seal is worn" in shown) == (True, True)
    assert entries[2].label not in shown
    assert AuditEvent.objects.count() == events

    assert "2 readings on the way" in ask(alices, "publish", OF_PUMP)
    read_anew()
    served = Relation.objects.factual().filter(entry__in=entries[:2])
    assert set(served.values_list("predicate", flat=True)) == {"was", "leaks"}
    assert "2 entries would be read once more" in page(alices.get(OF_PUMP))


def test_the_whole_project_is_read_anew_and_let_go(alices: Any, entries: list[Entry]) -> None:
    before = list(Relation.objects.factual().values_list("relation_id", flat=True))
    ask(alices, "preview")
    read_anew()

    assert "3 of 3 read anew" in page(alices.get(PAGE))
    assert "3 entries would be read once more" in ask(alices, "discard")
    assert list(Relation.objects.factual().values_list("relation_id", flat=True)) == before


def test_what_stays_as_it_is_says_so_and_what_failed_says_why(
    alices: Any, entries: list[Entry]
) -> None:
    ask(alices, "preview")
    first, *others = ConstructionRun.objects.filter(state="pending").order_by("entry")
    for run in others:
        read_run(run, Scripted((PRESSURE, SEAL)))
    ConstructionRun.objects.filter(pk=first.pk).update(state="failed", codes=["SOURCE_TOO_LONG"])

    shown = page(alices.get(PAGE))

    assert "Every entry would stay as it is." in shown
    assert f'entries/{entries[0].label}/">' in shown
    assert "The entry is longer than 100,000 characters." in shown
    assert "Take all 2 over" in shown


def test_only_a_reviewer_asks_for_it(browse: Any, acme: Project, entries: list[Entry]) -> None:
    people = {role: join(acme, make_user(), role) for role in (Role.CONTRIBUTOR, Role.REVIEWER)}
    contributor, reviewer = (browse(one) for one in people.values())

    assert "takes the reviewer role" in page(contributor.get(PAGE))
    assert "Read them anew" not in page(contributor.get(PAGE))
    for do in ("preview", "publish", "discard"):
        assert contributor.post(PAGE, {"do": do}).status_code == 403
    assert not ConstructionRun.objects.filter(is_preview=True).exists()
    assert reviewer.post(PAGE, {"do": "preview"}).status_code == 303


def test_another_projects_pages_are_not_there(
    browse: Any, entries: list[Entry], charlie: User
) -> None:
    client = browse(charlie)

    assert client.post(PAGE, {"do": "preview"}).status_code == 404
    assert client.get("/p/elsewhere/companion/subjects/pump-7/rebuild/").status_code == 404


def test_what_is_no_step_is_not_found(alices: Any) -> None:
    assert alices.post(PAGE, {"do": "erase"}).status_code == 404


def test_more_than_it_takes_at_once_is_refused_in_words(
    alices: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "READ_ANEW", 2)

    answer = alices.post(PAGE, {"do": "preview"})

    assert answer.status_code == 422
    assert "at most 2 entries are read anew at once; go subject by subject" in page(answer)
    assert "2 still to be read" in ask(alices, "preview", OF_PUMP)


def test_asking_sends_a_part_and_the_sweep_the_others(
    alices: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "SENT_AT_ONCE", 1)
    monkeypatch.setattr("companion.services.rebuild.SENT_AT_ONCE", 1)
    ask(alices, "preview")
    waiting = ConstructionRun.objects.filter(state="pending")
    assert waiting.exclude(sent_at=None).count() == 1
    assert send_due() == 2

    read_anew()
    DBTaskResult.objects.all().delete()
    ask(alices, "publish")

    assert waiting.exclude(sent_at=None).count() == 1
    assert send_due() == 2


def test_a_thousand_entries_are_a_page_of_it_and_as_many_queries(
    alices: Any,
    acme: Project,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: Any,
    django_assert_max_num_queries: Any,
) -> None:
    monkeypatch.setattr(previews, "PAGE", 3)
    ask(alices, "preview")
    read_anew()
    alices.get(PAGE)
    with django_assert_max_num_queries(30) as few:
        alices.get(PAGE)
    count = len(few)
    for _ in range(2):
        read(make_entry(acme, TEXT), Scripted((PRESSURE, SEAL)))
    ask(alices, "preview")
    read_anew()

    with django_assert_num_queries(count):
        first = page(alices.get(PAGE))

    assert "5 of 5 read anew" in first
    assert 'href="/p/acme/companion/rebuild/?after=3"' in first
    rest = page(alices.get(f"{PAGE}?after=3"))
    assert [f"E-{n:03d}" in rest for n in (1, 3, 4, 5)] == [False, False, True, True]


def test_an_entry_shows_what_its_own_would_change(alices: Any, entries: list[Entry]) -> None:
    alices.post(f"/p/acme/companion/entries/{entries[0].label}/again/", {"do": "preview"})
    read_anew()

    shown = page(alices.get(f"/p/acme/companion/entries/{entries[0].label}/"))

    assert "keep 1, add 1 and retire 1" in shown
    assert "Pump 7 leaks water" in shown


def test_while_it_is_read_the_page_asks_again_and_gets_the_part_alone(alices: Any) -> None:
    assert "hx-trigger" not in page(alices.get(PAGE)).split('id="rebuild"')[1][:200]
    ask(alices, "preview")

    part = page(alices.get(PAGE, headers={"HX-Request": "true"}))

    assert 'hx-trigger="every 5s"' in part
    assert "<html" not in part
