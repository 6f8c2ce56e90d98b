"""One writer a project at a time, in one transaction, with one instant that only goes forward."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from memory import audit
from memory.actors import system
from memory.errors import Forbidden
from memory.head import Head, locked
from memory.models import AuditEvent, Project, ProjectHead, User
from memory.roles import Role
from memory.services.projects import add_member, close_project
from tests.factories import make_memory

ROBOT = system("test")


def tell(head: Head, event_type: str = "policy.changed") -> AuditEvent:
    return audit.record(head, event_type, actor=ROBOT, about=("project", "x"))


def fail_while_holding(project: Project) -> None:
    with locked(project) as head:
        tell(head)
        head.next_memory_number()
        raise ZeroDivisionError


def seq_of(project: Project) -> int:
    return AuditEvent.objects.filter(project=project).count()


def test_what_is_recorded_while_held_is_kept(acme: Project) -> None:
    before = seq_of(acme)

    with locked(acme) as head:
        tell(head)
        tell(head)

    assert seq_of(acme) == before + 2
    assert audit.verify(acme).broken_at is None


def test_nothing_is_recorded_after_the_hold(acme: Project) -> None:
    with locked(acme) as head:
        pass

    with pytest.raises(RuntimeError, match="while its project is held"):
        tell(head)


def test_nothing_is_recorded_with_a_head_that_was_never_held(acme: Project) -> None:
    head = Head(acme, ProjectHead.objects.get(project=acme))

    with pytest.raises(RuntimeError, match="while its project is held"):
        tell(head)


def test_two_projects_in_one_hold_are_refused(acme: Project, elsewhere: Project) -> None:
    with locked(acme), pytest.raises(RuntimeError, match="Two projects"):  # noqa: SIM117
        with locked(elsewhere):
            pass


def test_a_hold_within_a_hold_is_the_same_one(acme: Project) -> None:
    with locked(acme) as outer, locked(Project.objects.get(pk=acme.pk)) as inner:
        assert inner is outer
        tell(inner)

    assert audit.verify(acme).broken_at is None


def test_after_one_project_another_may_be_held(acme: Project, elsewhere: Project) -> None:
    for project in (acme, elsewhere):
        with locked(project) as head:
            tell(head)

    assert audit.verify(elsewhere).broken_at is None


def test_a_type_that_nobody_knows_is_refused(acme: Project) -> None:
    before = seq_of(acme)

    with pytest.raises(ValueError, match="not an event type"), locked(acme) as head:
        tell(head, "memory.forgotten")

    assert seq_of(acme) == before


def test_a_failure_while_held_leaves_nothing_and_lets_go(acme: Project) -> None:
    before = ProjectHead.objects.values().get(project=acme)

    with pytest.raises(ZeroDivisionError):
        fail_while_holding(acme)

    assert ProjectHead.objects.values().get(project=acme) == before
    assert make_memory(acme).number == 1
    assert audit.verify(acme).broken_at is None


def test_a_clock_that_was_set_back_never_turns_the_record_around(acme: Project, clock: Any) -> None:
    clock.forward(days=1)
    make_memory(acme)
    clock.forward(days=-30)
    make_memory(acme)

    times = AuditEvent.objects.filter(project=acme).order_by("seq").values_list("at", flat=True)
    assert list(times) == sorted(times)


def test_two_holds_never_share_an_instant(acme: Project, clock: Any) -> None:
    clock.step = timedelta(0)

    with locked(acme) as first:
        tell(first)
    with locked(acme) as second:
        tell(second)

    assert first.at < second.at


def test_a_closed_project_is_held_by_nobody(acme: Project, alice: User, charlie: User) -> None:
    close_project(acme, actor=ROBOT)
    before = seq_of(acme)

    with pytest.raises(Forbidden, match="closed"):
        add_member(acme, charlie, Role.VIEWER, by=alice)

    assert seq_of(acme) == before
    assert audit.verify(acme).broken_at is None


def test_an_old_copy_of_a_project_does_not_open_a_closed_one(acme: Project) -> None:
    old_copy = Project.objects.get(pk=acme.pk)
    close_project(acme, actor=ROBOT)

    with pytest.raises(Forbidden), locked(old_copy):
        pass


def test_the_nudge_waits_for_the_commit(
    acme: Project, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks() as told:
        with locked(acme) as head:
            tell(head)
        with pytest.raises(ZeroDivisionError):
            fail_while_holding(acme)
        with locked(acme):
            pass

    assert len(told) == 1


def test_nothing_of_a_hold_outlives_the_transaction_around_it(acme: Project) -> None:
    before = seq_of(acme)

    with transaction.atomic():
        with locked(acme) as head:
            tell(head)
        transaction.set_rollback(True)

    assert seq_of(acme) == before
    assert ProjectHead.objects.get(project=acme).event_seq == before
