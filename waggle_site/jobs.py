"""What the worker does again and again. A job is short, and safe to repeat and to interrupt."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils import timezone

from memory.models import WorkerBeat

BEAT_EVERY = 5


class Job(NamedTuple):
    every: float  # seconds
    run: Callable[[], None]


def beat() -> None:
    WorkerBeat.objects.update_or_create(name="worker", defaults={"at": timezone.now()})


JOBS: tuple[Job, ...] = (Job(every=BEAT_EVERY, run=beat),)
