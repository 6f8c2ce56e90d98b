"""The web process: `python -m waggle_site.serve`."""

import asyncio
import gc
import sys
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server as Daphne
from django.conf import settings
from twisted.internet import defer

from waggle_site.asgi import application
from waggle_site.parent import leave_with_parent


class Server(Daphne):
    """Daphne, which ends cleanly while sockets and idle connections are open.

    Its own shutdown stumbles over an idle connection, leaves the tasks of sockets pending, and on
    Python 3.11 crashes when the interpreter then finalises them.
    """

    failed = False

    def listen_error(self, failure: object) -> None:
        self.failed = True
        super().listen_error(failure)

    def protocol_connected(self, protocol: Any) -> None:
        # Forms are Django's to read: Twisted would answer a broken one itself, without a word.
        protocol._parsePOSTFormSubmission = False
        super().protocol_connected(protocol)

    def kill_all_applications(self) -> defer.Deferred[None]:
        ended = asyncio.ensure_future(end_all_tasks(), loop=asyncio.get_event_loop())
        return defer.Deferred.fromFuture(ended).addErrback(lambda _: None)


async def end_all_tasks(rounds: int = 8) -> None:
    """A task may start others, or ask for time, while it is cancelled: hence the rounds."""
    for _ in range(rounds):
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        if not left:
            return
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=0.25)


def serve(app: object, *, host: str, port: int) -> int:
    server = Server(
        app,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        server_name="",
    )
    server.run()
    return 1 if server.failed else 0


def main() -> int:
    leave_with_parent()
    gc.collect()
    gc.freeze()  # what was loaded stays: to walk through it again and again delays answers
    return serve(application, host=settings.HOST, port=settings.PORT)


if __name__ == "__main__":
    sys.exit(main())
