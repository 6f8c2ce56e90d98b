import signal
import time
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections
from django_tasks_db.management.commands.db_worker import Worker

from companion.tasks import QUEUE
from waggle_site.constructing import is_work_waiting
from waggle_site.parent import leave_with_parent
from waggle_site.queue import make_worker

IDLE = 300
LOOK_EVERY = 0.5


class Command(BaseCommand):
    help = "Reads the entries that wait. Ends when none has come for a while; the worker starts it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--idle",
            type=float,
            default=IDLE,
            help=f"How many seconds without an entry it stays (default: {IDLE}).",
        )

    def handle(self, *args: object, **options: Any) -> None:
        worker = make_worker(QUEUE)

        def leave(signum: int, frame: FrameType | None) -> None:
            """At once. The attempt hands its run back on the way out."""
            worker.running = False
            raise SystemExit(0)

        signal.signal(signal.SIGTERM, leave)
        signal.signal(signal.SIGINT, leave)
        leave_with_parent()
        read_until_idle(worker, options["idle"])


def read_until_idle(worker: Worker, idle: float) -> None:
    last = time.monotonic()
    while worker.running and time.monotonic() - last <= idle:
        close_old_connections()
        if is_work_waiting():
            worker.run()
            last = time.monotonic()
        else:
            time.sleep(min(LOOK_EVERY, idle))
