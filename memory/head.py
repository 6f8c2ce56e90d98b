"""The order of locks: a write takes its project's head row first, then reads what it decides on."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from memory import announce
from memory.bulk import insert
from memory.errors import Forbidden
from memory.models import AuditEvent, Project, ProjectHead
from memory.prepared import Given, Prepared

_held: ContextVar["Head | None"] = ContextVar("held", default=None)


class Head:
    """A project while one writer holds it: its instant, its counters, the events so far."""

    def __init__(self, project: Project, row: ProjectHead) -> None:
        self.project = project
        self.row = row
        # Later than the last write even if the machine's clock was set back.
        self.at: datetime = max(timezone.now(), row.moment + timedelta(microseconds=1))
        self.events: list[AuditEvent] = []
        self.kept: dict[object, Any] = {}
        """What was made under this very hold, so that nobody can have changed it since."""

    def require_held(self) -> None:
        """Raises RuntimeError once the hold has ended: nothing would keep what is told then."""
        if _held.get() is not self:
            raise RuntimeError("An event is recorded while its project is held, or not at all.")

    def next_memory_number(self) -> int:
        self.row.memory_number += 1
        return self.row.memory_number

    def next_proposal_number(self) -> int:
        self.row.proposal_number += 1
        return self.row.proposal_number

    def next_entry_number(self) -> int:
        self.row.entry_number += 1
        return self.row.entry_number

    def tick(self) -> datetime:
        """A later instant within the same hold, for a change that follows another."""
        self.at += timedelta(microseconds=1)
        return self.at

    def save(self) -> None:
        insert(self.events)
        if self.events:
            transaction.on_commit(partial(announce.nudge, self.project.pk))
        self.row.moment = self.at
        self.row.save()


_HEAD = Prepared(lambda: ProjectHead.objects.select_for_update().filter(project=Given("project")))
_ENDS = Prepared(
    lambda: Project.objects.filter(pk=Given("project")).values_list("closed_at", "dropped_at")
)


@contextmanager
def locked(project: Project, *, even_closed: bool = False) -> Iterator[Head]:
    """One transaction that holds the project. Holding it again within is the same hold.

    Words can be erased from a closed project too; nothing else in it changes any more.
    """
    held = _held.get()
    if held is not None:
        if held.project.pk != project.pk:
            raise RuntimeError("Two projects in one transaction.")
        yield held
        return
    with transaction.atomic():
        [row] = _HEAD.models(project=project.pk)
        [[project.closed_at, project.dropped_at]] = _ENDS.rows(project=project.pk)
        if project.closed_at is not None and not even_closed:
            raise Forbidden("This project is closed. Nothing in it changes any more.")
        head = Head(project, row)
        token = _held.set(head)
        try:
            yield head
            head.save()
        finally:
            _held.reset(token)
