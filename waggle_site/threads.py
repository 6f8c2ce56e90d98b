"""The threads that requests run in: a fixed number, kept, each with its own database connection."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[..., Awaitable[None]]


class KeptThreads:
    """Runs the app's HTTP requests in `size` threads; further requests wait for one.

    Django would start a thread for each request and so open its database anew each time.
    """

    def __init__(self, app: App, size: int) -> None:
        self.app = app
        self.free = asyncio.LifoQueue[ThreadPoolExecutor]()  # the last used has the warmest cache
        for number in range(size):
            self.free.put_nowait(ThreadPoolExecutor(1, thread_name_prefix=f"request-{number}"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        thread = await self.free.get()
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.app(scope, receive, send)
        finally:
            self.free.put_nowait(thread)
