"""What the worker does again and again. A job is short, and safe to repeat and to interrupt."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from companion.services.drafts import forget_old_drafts
from companion.services.overtaken import forget_overtaken_readings
from companion.services.sweep import forget_done_tasks, sweep
from memory.models import WorkerBeat
from memory.services.drop import drop_expired_demos
from memory.services.tidy import (
    count_rows,
    empty_the_log,
    end_begun,
    forget_old_calls,
    forget_old_keys,
)
from proposals.services.dispatch import send_due
from proposals.services.expire import reopen_expired
from proposals.services.notify import forget_old_notifications, notify_all
from proposals.services.noting import note_waiting
from proposals.services.uploads import forget_old_uploads
from waggle_site.constructing import start_reading
from waggle_site.delivering import start_delivering

BEAT_EVERY = 5


class Job(NamedTuple):
    every: float  # seconds
    run: Callable[[], object]


def beat() -> None:
    WorkerBeat.objects.update_or_create(name="worker", defaults={"at": timezone.now()})


def forget_old_sessions() -> None:
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def forget_calls() -> None:
    forget_old_calls(timedelta(days=settings.WAGGLE_TOOL_CALL_DAYS))


JOBS: tuple[Job, ...] = (
    Job(every=BEAT_EVERY, run=beat),
    Job(every=1, run=start_reading),
    Job(every=1, run=note_waiting),
    Job(every=5, run=sweep),
    Job(every=1, run=notify_all),
    Job(every=1, run=send_due),
    Job(every=1, run=start_delivering),
    Job(every=30, run=reopen_expired),
    Job(every=60, run=end_begun),
    Job(every=600, run=forget_old_keys),
    Job(every=600, run=forget_old_uploads),
    Job(every=3600, run=forget_old_notifications),
    Job(every=600, run=drop_expired_demos),
    Job(every=600, run=empty_the_log),
    Job(every=3600, run=count_rows),
    Job(every=3600, run=forget_old_sessions),
    Job(every=3600, run=forget_calls),
    Job(every=3600, run=forget_old_drafts),
    Job(every=3600, run=forget_done_tasks),
    Job(every=3600, run=forget_overtaken_readings),
)
