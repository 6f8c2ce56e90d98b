"""Requests share a few kept threads: none is started for a request, and none serves two at once."""

import asyncio
import threading
import time
from typing import Any

from asgiref.sync import sync_to_async

from waggle_site.threads import KeptThreads


def run_through(size: int, requests: int, work: Any) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await sync_to_async(work)()

    async def all_at_once() -> None:
        kept = KeptThreads(app, size)
        await asyncio.gather(*(kept({}, None, None) for _ in range(requests)))

    asyncio.run(all_at_once())


def test_many_requests_use_no_more_threads_than_are_kept() -> None:
    seen: set[int] = set()
    run_through(3, 20, lambda: seen.add(threading.get_ident()))
    assert 1 <= len(seen) <= 3


def test_a_thread_serves_one_request_at_a_time_and_others_go_on_beside_it() -> None:
    busy: dict[int, int] = {}
    together: list[int] = []
    lock = threading.Lock()

    def work() -> None:
        me = threading.get_ident()
        with lock:
            busy[me] = busy.get(me, 0) + 1
            together.append(sum(busy.values()))
            assert busy[me] == 1
        time.sleep(0.02)
        with lock:
            busy[me] -= 1

    run_through(4, 12, work)
    assert max(together) == 4


def test_a_request_that_fails_gives_its_thread_back() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["fails"]:
            raise ValueError("broken")

    async def one_after_the_other() -> None:
        kept = KeptThreads(app, 1)
        for fails in (True, False):
            outcome = await asyncio.gather(
                kept({"fails": fails}, None, None), return_exceptions=True
            )
            assert isinstance(outcome[0], ValueError) is fails

    asyncio.run(one_after_the_other())
