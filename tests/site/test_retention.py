"""How long the record of tool calls is kept, and whose is kept longer."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory.actors import human, page_agent
from memory.models import AuditEvent, DemoLease, ToolCall
from memory.models.tool_call import Origin
from memory.services import tidy
from memory.services.calls import record_call
from memory.services.drop import drop_expired_demos
from memory.services.projects import close_project
from tests.factories import make_project, make_user
from waggle_site.jobs import JOBS, forget_calls

DAY = timedelta(days=1)


def call(project, person, ago):
    actor = page_agent(person)
    record_call(project, "recall_memory", actor=actor, origin=Origin.PAGE, outcome="ok")
    ToolCall.objects.filter(pk=ToolCall.objects.latest("pk").pk).update(at=timezone.now() - ago)
    return ToolCall.objects.latest("pk").pk


def kept():
    return set(ToolCall.objects.values_list("pk", flat=True))


@pytest.fixture
def demo(db):
    visitor = make_user("visitor")
    project = make_project("demo", owner=visitor, is_demo=True)
    now = timezone.now()
    DemoLease.objects.create(
        project=project, guest=visitor, address="x", started_at=now, expires_at=now + DAY
    )
    return project, visitor


def test_calls_older_than_the_setting_are_forgotten_and_later_ones_kept(acme, alice, settings):
    settings.WAGGLE_TOOL_CALL_DAYS = 30
    call(acme, alice, 31 * DAY)
    call(acme, alice, 30 * DAY)
    recent = call(acme, alice, 29 * DAY)
    events = AuditEvent.objects.count()

    forget_calls()
    forget_calls()

    assert kept() == {recent}
    assert AuditEvent.objects.count() == events


def test_by_default_that_is_ninety_days(acme, alice):
    call(acme, alice, 91 * DAY)
    recent = call(acme, alice, 89 * DAY)

    forget_calls()

    assert kept() == {recent}


def test_many_are_forgotten_in_small_bites(acme, alice, monkeypatch):
    monkeypatch.setattr(tidy, "AT_ONCE", 2)
    for _ in range(5):
        call(acme, alice, 91 * DAY)

    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert tidy.forget_old_calls(90 * DAY) == 5

    assert sum(one["sql"].startswith("DELETE") for one in queries) == 3
    assert kept() == set()


def test_a_guide_that_runs_keeps_what_it_may_need(acme, alice, demo):
    project, visitor = demo
    needed = call(project, visitor, 200 * DAY)
    call(acme, alice, 200 * DAY)

    tidy.forget_old_calls(DAY)

    assert kept() == {needed}


def test_of_a_demo_that_was_closed_nothing_is_kept_longer(demo):
    project, visitor = demo
    call(project, visitor, 2 * DAY)
    close_project(project, actor=human(visitor))

    tidy.forget_old_calls(DAY)

    assert kept() == set()


def test_an_expired_demo_takes_its_calls_along(acme, alice, demo):
    project, visitor = demo
    call(project, visitor, DAY)
    other = call(acme, alice, DAY)
    DemoLease.objects.update(expires_at=timezone.now())

    assert drop_expired_demos() == 1

    assert kept() == {other}


def test_the_worker_does_both():
    assert {forget_calls, drop_expired_demos} <= {job.run for job in JOBS}
