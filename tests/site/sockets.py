"""Live sockets as a page opens them: their loop has its own thread, so a test reads plainly."""

import asyncio
import json
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.test import Client

from waggle_site.asgi import application

Answer = TypeVar("Answer")

ORIGIN = b"http://localhost"
PATIENCE = 10.0


class Sockets:
    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.opened: list[Socket] = []

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE * 2)

    def open(
        self, browser: Client, slug: str = "acme", *, after: object = None, origin: bytes = ORIGIN
    ) -> "Socket":
        path = f"/p/{slug}/live/" + ("" if after is None else f"?after={after}")
        socket = Socket(self, path, _headers(browser, origin))
        self.opened.append(socket)
        return socket

    def close(self) -> None:
        for socket in self.opened:
            socket.leave()


class Socket:
    """`is_open` says whether the door let it in, `code` how it was refused."""

    def __init__(self, sockets: Sockets, path: str, headers: list[tuple[bytes, bytes]]) -> None:
        self._run = sockets.run
        # Not channels' own communicator: while it waits, no connection to the database is closed.
        self._talk: ApplicationCommunicator = self._run(_communicator(path, headers))
        self._send({"type": "websocket.connect"})
        answer = self._next()
        self.is_open = answer["type"] == "websocket.accept"
        self.code = answer.get("code")

    def _send(self, message: dict[str, Any]) -> None:
        self._run(self._talk.send_input(message))

    def _next(self) -> dict[str, Any]:
        return self._run(self._talk.receive_output(timeout=PATIENCE))

    def hear(self, count: int = 1) -> list[dict[str, Any]]:
        """That many frames, in the order they came."""
        return [json.loads(self._next()["text"]) for _ in range(count)]

    def hears_nothing(self, seconds: float = 0.5) -> bool:
        return self._run(self._talk.receive_nothing(timeout=seconds, interval=0.05))

    def say(self, **frame: str | bytes) -> None:
        self._send({"type": "websocket.receive", **frame})

    def heard_until_closed(self) -> tuple[list[Any], int]:
        """All that was still told, and the code it was closed with."""
        heard = []
        while (frame := self._next())["type"] != "websocket.close":
            heard.append(frame)
        return heard, frame["code"]

    def leave(self) -> None:
        self._send({"type": "websocket.disconnect", "code": 1001})
        self._run(self._talk.wait(timeout=PATIENCE))


async def _communicator(path: str, headers: list[tuple[bytes, bytes]]) -> ApplicationCommunicator:
    address = urlsplit(path)
    scope = {
        "type": "websocket",
        "path": unquote(address.path),
        "query_string": address.query.encode(),
        "headers": headers,
        "subprotocols": [],
    }
    return ApplicationCommunicator(application, scope)


def _headers(browser: Client, origin: bytes) -> list[tuple[bytes, bytes]]:
    session = browser.cookies.get(settings.SESSION_COOKIE_NAME)
    cookie = f"{settings.SESSION_COOKIE_NAME}={session.value}".encode() if session else b""
    return [(b"origin", origin), (b"host", b"localhost"), (b"cookie", cookie)]


async def _end_all() -> None:
    """What a failed test leaves behind, so that it fails alone."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_default_executor()


@contextmanager
def live_sockets() -> Iterator[Sockets]:
    sockets = Sockets()
    thread = threading.Thread(target=sockets.loop.run_forever)
    thread.start()
    try:
        yield sockets
        sockets.close()
    finally:
        sockets.run(_end_all())
        sockets.loop.call_soon_threadsafe(sockets.loop.stop)
        thread.join()
        sockets.loop.close()
