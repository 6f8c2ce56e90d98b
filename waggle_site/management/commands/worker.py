import logging
import signal
import time
from collections.abc import Iterable
from types import FrameType
from typing import NoReturn

from django.core.management.base import BaseCommand
from django.db import close_old_connections

from waggle_site.constructing import stop_reading
from waggle_site.jobs import JOBS, Job
from waggle_site.parent import leave_with_parent

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Does the background work: says that it lives, and runs what is due."

    def handle(self, *args: object, **options: object) -> None:
        signal.signal(signal.SIGTERM, leave)
        signal.signal(signal.SIGINT, leave)
        leave_with_parent()
        try:
            run_for_ever(JOBS)
        finally:
            stop_reading()


def leave(signum: int, frame: FrameType | None) -> NoReturn:
    """At once: a job that is interrupted is rolled back, and done again by the next worker."""
    raise SystemExit(0)


def run_for_ever(jobs: Iterable[Job]) -> NoReturn:
    due = dict.fromkeys(jobs, 0.0)
    while True:
        for job, when in due.items():
            if when <= time.monotonic():
                run_once(job)
                due[job] = time.monotonic() + job.every
        time.sleep(max(0.0, min(due.values()) - time.monotonic()))


def run_once(job: Job) -> None:
    close_old_connections()
    try:
        job.run()
    except Exception:
        logger.exception("The job %s failed; it will be tried again.", job.run.__name__)
    finally:
        close_old_connections()
