"""A child of `up` does not outlive it, even if `up` is killed outright."""

import os
import signal
import threading
import time

PARENT = "WAGGLE_PARENT"
GRACE = 8
"""Seconds from asking a process to end to ending it."""


def leave_with_parent() -> None:
    expected = os.environ.get(PARENT, "")
    if expected.isdigit():
        threading.Thread(target=watch, args=(int(expected),), daemon=True).start()


def watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)
