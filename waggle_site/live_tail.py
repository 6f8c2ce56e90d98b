"""One look for all sockets of this process: which of their projects have gone on.

Events of a process without a common channel layer, and those whose nudge was lost, are seen so.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.db import Error

from memory.models import ProjectHead

LOOK_EVERY = 0.25

logger = logging.getLogger(__name__)


class Tail:
    """It looks as long as somebody listens."""

    def __init__(self) -> None:
        self.listening: dict[int, list[asyncio.Event]] = {}
        self.seen: dict[int, int] = {}
        self.task: asyncio.Task[None] | None = None

    def add(self, project: int, wake: asyncio.Event) -> None:
        self.listening.setdefault(project, []).append(wake)
        if self.task is None:
            self.task = asyncio.create_task(self._look())

    def remove(self, project: int, wake: asyncio.Event) -> None:
        self.listening[project].remove(wake)
        if not self.listening[project]:
            del self.listening[project]
        if not self.listening and self.task is not None:
            self.task.cancel()
            self.task = None

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            asked = list(self.listening)
            try:
                heads = await database_sync_to_async(read_heads, thread_sensitive=False)(asked)
            except Error as error:
                # Each socket will meet the same, and end so that its page comes back.
                logger.warning("No look at the events: %s", error)
                heads = {}
            for project in asked:
                if project not in heads or heads[project] != self.seen.get(project):
                    self._wake(project)
            self.seen = heads

    def _wake(self, project: int) -> None:
        for wake in self.listening.get(project, ()):
            wake.set()


def read_heads(projects: list[int]) -> dict[int, int]:
    """A project that was dropped has none."""
    heads = ProjectHead.objects.filter(project__in=projects)
    return dict(heads.values_list("project", "event_seq"))


_tails: WeakKeyDictionary[asyncio.AbstractEventLoop, Tail] = WeakKeyDictionary()


@contextmanager
def woken(project: int, wake: asyncio.Event) -> Iterator[None]:
    """Within, `wake` is set soon after each event of the project, whoever recorded it."""
    tail = _tails.setdefault(asyncio.get_running_loop(), Tail())
    tail.add(project, wake)
    try:
        yield
    finally:
        tail.remove(project, wake)
