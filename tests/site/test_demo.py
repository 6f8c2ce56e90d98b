import runpy
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from memory.actors import human
from memory.audit import verify
from memory.authority import Instant
from memory.errors import RateLimited
from memory.kinds import Kind
from memory.models import AuditEvent, DemoLease, InstanceEvent, Memory, Project, ToolCall, User
from memory.services.drop import drop_expired_demos
from memory.services.keys import create_key
from memory.services.listing import count_by_authority
from memory.services.recall import recall
from proposals.services.assign import assign
from proposals.services.comment import comment
from proposals.services.notify import notify_all
from proposals.services.uploads import keep as keep_upload
from tests.factories import make_entry, make_proposal
from tests.keeping.conftest import everything, live_in
from tests.proposals.race import answered, at_once, refused
from waggle_site.demo import restart_demo, start_demo

OF_ANY_INSTALLATION = {"contenttypes.ContentType", "auth.Permission"}


@pytest.fixture
def visitor(rf: Any, settings: Any, db: None) -> Any:
    """A request of a browser without an account."""
    settings.WAGGLE_DEMO = True

    def make(**headers: str) -> Any:
        request = rf.post("/demo/start/", headers=headers)
        request.session, request.user = SessionStore(), AnonymousUser()
        return request

    return make


def test_a_demo_is_a_project_of_25_memories_of_every_kind(visitor: Any) -> None:
    project = start_demo(visitor())

    counts = count_by_authority(project, Instant.now())
    assert (counts["authoritative"], counts["superseded"]) == (24, 1)
    assert set(Memory.objects.values_list("kind", flat=True)) == set(Kind.values)
    assert project.edges.count() > 12
    assert verify(project).broken_at is None


def test_the_storage_question_finds_the_storage_decision_first(visitor: Any) -> None:
    project = start_demo(visitor())

    found = recall(project, "storage architecture", instant=Instant.now()).memories

    assert found[0].content == "Use Neo4j as the primary store."


def test_each_browser_has_its_own_and_comes_back_to_it(visitor: Any) -> None:
    first, second = visitor(), visitor()
    mine, theirs = start_demo(first), start_demo(second)

    again = start_demo(first)

    assert again == mine
    assert mine != theirs


def test_a_restart_closes_the_old_one_and_keeps_its_record(visitor: Any) -> None:
    request = visitor()
    old = start_demo(request)

    new = restart_demo(request, old)

    old.refresh_from_db()
    assert old.closed_at is not None
    assert AuditEvent.objects.filter(project=old).exists()
    assert start_demo(request) == new


def test_too_many_demos_from_one_address_are_refused(visitor: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("waggle_site.demo.MOST_FROM_AN_ADDRESS", 1)
    start_demo(visitor())

    with pytest.raises(RateLimited):
        start_demo(visitor())


def test_too_many_demos_in_all_are_refused(visitor: Any, settings: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("waggle_site.demo.MOST_IN_ALL", 1)
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    start_demo(visitor(**{"X-Forwarded-For": "198.51.100.7"}))

    with pytest.raises(RateLimited):
        start_demo(visitor(**{"X-Forwarded-For": "198.51.100.8"}))


def test_of_many_that_begin_at_once_as_many_are_let_in_as_there_is_room_for(
    committed_db: None, visitor: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr("waggle_site.demo.MOST_IN_ALL", 3)
    start_demo(visitor())

    outcomes = at_once(*(partial(start_demo, visitor()) for _ in range(5)))

    assert (len(answered(outcomes)), DemoLease.objects.count()) == (2, 3)
    assert {one.code for one in refused(outcomes)} == {"RATE_LIMITED"}
    assert Project.objects.count() == User.objects.count() == 3


def test_of_many_restarts_at_once_as_many_are_let_in_and_the_others_keep_what_they_have(
    committed_db: None, visitor: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr("waggle_site.demo.MOST_FROM_AN_ADDRESS", 5)
    requests = [visitor() for _ in range(4)]
    demos = [start_demo(request) for request in requests]

    pairs = zip(requests, demos, strict=True)
    outcomes = at_once(*(partial(restart_demo, *pair) for pair in pairs))

    assert len(answered(outcomes)) == 1
    assert Project.objects.filter(closed_at=None).count() == 4
    assert DemoLease.objects.count() == 5


def test_a_visitor_whose_demo_ended_counts_like_any_other(visitor: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("waggle_site.demo.MOST_IN_ALL", 1)
    request = visitor()
    start_demo(request)
    DemoLease.objects.update(expires_at=timezone.now())
    start_demo(visitor())

    with pytest.raises(RateLimited):
        start_demo(request)


def test_a_second_restart_from_another_tab_leads_to_the_one_that_there_is(visitor: Any) -> None:
    request = visitor()
    old = start_demo(request)

    new = restart_demo(request, old)

    assert restart_demo(request, old) == new
    assert Project.objects.filter(closed_at=None).count() == 1
    assert restart_demo(request, new) != new


@pytest.mark.parametrize(("base_url", "asks"), [("https://waggle.example", 1), ("", 0)])
def test_a_proxy_is_expected_where_people_use_tls(
    monkeypatch: Any, tmp_path: Path, base_url: str, asks: int
) -> None:
    monkeypatch.setenv("WAGGLE_BASE_URL", base_url)
    monkeypatch.setenv("WAGGLE_DATA_DIR", str(tmp_path))

    found = runpy.run_path(str(site.BASE_DIR / "waggle_site" / "settings.py"))

    assert found["ALLAUTH_TRUSTED_PROXY_COUNT"] == asks


def test_behind_a_proxy_each_visitor_counts_alone_and_by_what_the_proxy_says(
    visitor: Any, settings: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr("waggle_site.demo.MOST_FROM_AN_ADDRESS", 1)
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for address in ("198.51.100.7", "198.51.100.8"):
        start_demo(visitor(**{"X-Forwarded-For": address}))

    with pytest.raises(RateLimited):
        start_demo(visitor(**{"X-Forwarded-For": "203.0.113.1, 198.51.100.7"}))


def test_without_a_proxy_nobody_says_where_they_come_from(visitor: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("waggle_site.demo.MOST_FROM_AN_ADDRESS", 1)
    start_demo(visitor())

    with pytest.raises(RateLimited):
        start_demo(visitor(**{"X-Forwarded-For": "198.51.100.7"}))


def test_a_demo_in_which_much_was_done_goes_whole_too(visitor: Any) -> None:
    request = visitor()
    project, guest = start_demo(request), request.user
    live_in(project, project, guest)
    waits = make_proposal(project, "Ships are blue.", by=guest)
    comment(waits, by=guest, text="Are they?")
    assign(waits, to=guest, by=guest)
    create_key(project, name="ci", scopes=["read"], made_for=guest, actor=human(guest))
    keep_upload(project, by=guest, name="file.jsonl", pieces=[b"{}"])
    make_entry(project, "The pump was off at noon.", by=guest)
    notify_all()
    assert len(written()) > 25

    DemoLease.objects.update(expires_at=timezone.now())
    assert drop_expired_demos() == 1

    queued = {"django_tasks_database.DBTaskResult"}  # no words; the worker finds nothing to read
    assert written() - queued <= {"memory.InstanceEvent", "sessions.Session"}


def written() -> set[str]:
    """Every table with a row in it, but those that an empty installation has."""
    return {label for label, rows in everything().items() if rows} - OF_ANY_INSTALLATION


def test_an_expired_demo_goes_whole_and_leaves_its_last_digest(visitor: Any) -> None:
    expired, kept = start_demo(visitor()), start_demo(visitor())
    last = AuditEvent.objects.filter(project=expired).order_by("-seq")[0].digest
    DemoLease.objects.filter(project=expired).update(
        expires_at=timezone.now() - timedelta(seconds=1)
    )

    assert drop_expired_demos() == 1

    assert not Project.objects.filter(pk=expired.pk).exists()
    assert not AuditEvent.objects.filter(project=expired.pk).exists()
    assert not ToolCall.objects.filter(project=expired.pk).exists()
    assert User.objects.filter(is_guest=True).count() == 1
    assert InstanceEvent.objects.get().details["digest"] == last
    assert recall(kept, "storage", instant=Instant.now()).memories
