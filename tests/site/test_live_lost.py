"""A database or a channel layer that is away, or answers nobody: pages come back, writes go on."""

import socket as network
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import InterfaceError, connection

from memory.models import Project, User
from tests.site.events import rename, stored
from tests.site.sockets import Sockets
from waggle_site import live, live_tail

pytestmark = pytest.mark.race


@contextmanager
def without_sessions() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE django_session RENAME TO away")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE away RENAME TO django_session")


def test_a_database_that_is_away_refuses_a_socket_in_order(
    sockets: Sockets, browse: Any, bob: User, acme: Project
) -> None:
    browser = browse(bob)

    with without_sessions():
        refused = sockets.open(browser)

    assert (refused.is_open, refused.code) == (False, 1011)
    assert sockets.open(browser).is_open


def test_a_look_that_fails_is_not_the_last(
    listen: Any, acme: Project, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, read = [], live_tail.read_heads

    def reading(projects: list[int]) -> dict[int, int]:
        looks.append(projects)
        if len(looks) == 1:
            raise InterfaceError("connection already closed")
        return read(projects)

    monkeypatch.setattr(live_tail, "read_heads", reading)
    monkeypatch.setattr(live, "RIGHTS_EVERY", 60)
    monkeypatch.setattr("memory.announce.nudge", lambda project: None)
    socket = listen()
    while not looks:
        assert socket.hears_nothing(0.1)

    rename(acme, alice)

    assert [frame["type"] for frame in socket.hear()] == ["policy.changed"]


@contextmanager
def silent_server() -> Iterator[tuple[str, list[network.socket]]]:
    """It lets everybody in and answers nobody."""
    met: list[network.socket] = []
    with network.create_server(("127.0.0.1", 0)) as server:

        def meet() -> None:
            while True:
                try:
                    met.append(server.accept()[0])
                except OSError:
                    return

        thread = threading.Thread(target=meet)
        thread.start()
        try:
            yield f"redis://127.0.0.1:{server.getsockname()[1]}", met
        finally:
            server.shutdown(network.SHUT_RDWR)
            thread.join()
            for one in met:
                one.close()


def test_a_channel_layer_that_hangs_is_waited_for_once_not_at_every_write(
    sockets: Sockets, browse: Any, bob: User, acme: Project, alice: User, settings: Any
) -> None:
    socket, before = sockets.open(browse(bob)), len(stored(acme))

    with silent_server() as (url, met):
        settings.CHANNEL_LAYERS = {
            "default": {
                "BACKEND": "channels_redis.core.RedisChannelLayer",
                "CONFIG": {"hosts": [url]},
            }
        }
        rename(acme, alice, times=3)

    assert len(met) == 1
    assert [frame["seq"] for frame in socket.hear(3)] == stored(acme, after=before)
