"""Who carries notifications out: a thread of the worker's, as long as there are any to carry, so
that a slow mail server or webhook holds nothing else up.
"""

from __future__ import annotations

from threading import Thread
from typing import ClassVar

from django.db import connections

from proposals.tasks import QUEUE
from waggle_site.queue import is_waiting, make_worker


class Courier:
    """At most one of this worker's own. Broken off, what it carried is taken up after its lease."""

    thread: ClassVar[Thread | None] = None


def start_delivering() -> None:
    if Courier.thread is not None and Courier.thread.is_alive():
        return
    Courier.thread = None
    if is_waiting(QUEUE):
        Courier.thread = Thread(target=carry_out, name="courier", daemon=True)
        Courier.thread.start()


def carry_out() -> None:
    try:
        make_worker(QUEUE).run()
    finally:
        connections.close_all()
