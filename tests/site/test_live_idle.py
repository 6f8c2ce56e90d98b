"""A socket on which nothing happens: it costs little, says that it lives, and ends in time."""

import asyncio
from typing import Any

import pytest
from channels_redis.core import RedisChannelLayer
from django.conf import settings
from django.test import Client

from memory import announce
from memory.models import Project, User
from tests.site.events import rename, stored
from tests.site.sockets import Sockets
from waggle_site import live, live_tail

pytestmark = pytest.mark.race

HERE = '{"type":"here"}'


def test_asked_whether_it_is_there_it_answers_after_all_that_is_new(
    listen: Any, acme: Project
) -> None:
    socket = listen(after=0)

    socket.say(text=HERE)

    *told, last = socket.hear(len(stored(acme)) + 1)
    assert [frame["seq"] for frame in told] == stored(acme)
    assert last == {"type": "here"}
    assert socket.hears_nothing()


def test_a_right_that_ends_in_silence_ends_its_socket(
    sockets: Sockets, browse: Any, bob: User, acme: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RIGHTS_EVERY", 0.1)
    browser: Client = browse(bob)
    socket = sockets.open(browser)

    browser.post("/accounts/logout/")

    assert socket.heard_until_closed() == ([], 4403)


def test_without_a_nudge_one_look_wakes_every_socket_of_what_has_gone_on(
    listen: Any, acme: Project, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[tuple[int, ...]] = []
    monkeypatch.setattr(live_tail, "read_heads", seen_by(looks))
    monkeypatch.setattr(live, "RIGHTS_EVERY", 60)
    one, other = listen(), listen()
    monkeypatch.setattr(announce, "nudge", lambda project: None)

    rename(acme, alice)

    assert one.hear() == other.hear()
    assert set(looks) == {(acme.pk,)}


def seen_by(looks: list[tuple[int, ...]]) -> Any:
    read = live_tail.read_heads

    def reading(projects: list[int]) -> dict[int, int]:
        looks.append(tuple(projects))
        return read(projects)

    return reading


def test_a_call_whose_nudge_was_lost_is_told_once_when_it_was_quiet_for_a_while(
    listen: Any, browse: Any, bob: User, acme: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RIGHTS_EVERY", 0.1)
    monkeypatch.setattr(announce, "tool_called", lambda *told: None)
    browser = browse(bob)
    call = "/p/acme/tools/get_project_brief"
    browser.post(call, {}, content_type="application/json")
    socket = listen()
    assert socket.hears_nothing()

    browser.post(call, {}, content_type="application/json")

    assert socket.hear() == [{"type": "tool.called", "tool": "get_project_brief", "outcome": "ok"}]
    assert socket.hears_nothing()


def test_it_looks_only_while_somebody_listens() -> None:
    async def listened() -> list[bool]:
        tail, wake = live_tail.Tail(), asyncio.Event()
        tail.add(1, wake)
        tail.add(1, asyncio.Event())
        tail.remove(1, wake)
        looking = [tail.task is not None]
        tail.remove(1, next(iter(tail.listening[1])))
        return [*looking, tail.task is not None]

    assert asyncio.run(listened()) == [True, False]


def test_the_layer_waits_longer_for_redis_than_redis_holds_an_answer_back() -> None:
    layer = settings.CHANNEL_LAYERS["default"]
    if not settings.REDIS_URL:
        pytest.skip("a layer of one process asks nobody")

    assert layer["CONFIG"]["hosts"][0]["socket_timeout"] > RedisChannelLayer.brpop_timeout
