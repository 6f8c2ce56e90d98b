"""Live sockets as a page opens them: their loop has its own thread, so a test reads plainly."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from channels.testing import WebsocketCommunicator
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
    """`is_open` says whether the door let it in."""

    def __init__(self, sockets: Sockets, path: str, headers: list[tuple[bytes, bytes]]) -> None:
        self._sockets = sockets
        self._talk: Any = sockets.run(self._make(path, headers))
        self.is_open, self.code = sockets.run(self._talk.connect(timeout=PATIENCE))

    async def _make(self, path: str, headers: list[tuple[bytes, bytes]]) -> Any:
        return WebsocketCommunicator(application, path, headers)

    def hear(self, count: int = 1) -> list[dict[str, Any]]:
        """That many frames, in the order they came."""
        receive = self._talk.receive_json_from
        return [self._sockets.run(receive(timeout=PATIENCE)) for _ in range(count)]

    def hears_nothing(self, seconds: float = 0.5) -> bool:
        return self._sockets.run(self._talk.receive_nothing(timeout=seconds, interval=0.05))

    def say(self, text: str | None = None, data: bytes | None = None) -> None:
        self._sockets.run(self._talk.send_to(text_data=text, bytes_data=data))

    def heard_until_closed(self) -> tuple[list[Any], int]:
        """All that was still told, and the code it was closed with."""
        heard = []
        while (frame := self._sockets.run(self._talk.receive_output(PATIENCE)))["type"] != (
            "websocket.close"
        ):
            heard.append(frame)
        return heard, frame["code"]

    def leave(self) -> None:
        self._sockets.run(self._end())

    async def _end(self) -> None:
        with suppress(asyncio.CancelledError):  # it was closed from the other side
            await self._talk.disconnect(timeout=PATIENCE)


def _headers(browser: Client, origin: bytes) -> list[tuple[bytes, bytes]]:
    session = browser.cookies.get(settings.SESSION_COOKIE_NAME)
    cookie = f"{settings.SESSION_COOKIE_NAME}={session.value}".encode() if session else b""
    return [(b"origin", origin), (b"host", b"localhost"), (b"cookie", cookie)]


@contextmanager
def live_sockets() -> Iterator[Sockets]:
    sockets = Sockets()
    thread = threading.Thread(target=sockets.loop.run_forever)
    thread.start()
    try:
        yield sockets
        sockets.close()
    finally:
        sockets.loop.call_soon_threadsafe(sockets.loop.stop)
        thread.join()
        sockets.loop.close()
