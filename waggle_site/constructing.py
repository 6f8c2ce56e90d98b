"""The process that reads entries: the worker starts one when there are any, and it ends by itself
when none has come for a while, so that what a parser holds in memory is given back.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import ClassVar

from django.conf import settings

from companion.tasks import QUEUE
from waggle_site.parent import PARENT
from waggle_site.queue import is_waiting

COMMAND = [sys.executable, "manage.py", "construct"]
PATIENCE = 5
"""Seconds from asking it to end to ending it."""


def is_work_waiting() -> bool:
    return is_waiting(QUEUE)


class Reader:
    """At most one of this worker's own."""

    child: ClassVar[subprocess.Popen[bytes] | None] = None


def start_reading() -> None:
    """A process for what waits, if none of ours is there."""
    if Reader.child is not None and Reader.child.poll() is None:
        return
    Reader.child = None
    if is_work_waiting():
        environment = {**os.environ, PARENT: str(os.getpid())}
        Reader.child = subprocess.Popen(  # noqa: S603 -- a command of our own
            COMMAND, cwd=settings.BASE_DIR, env=environment, start_new_session=True
        )


def stop_reading() -> None:
    """What it was at is handed back, and read by the next one."""
    child = Reader.child
    if child is None or child.poll() is not None:
        return
    child.terminate()
    try:
        child.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
