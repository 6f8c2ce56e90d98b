"""A page that was away catches up by number: in order, without a gap, or by loading anew."""

from typing import Any

import pytest

from memory import limits
from memory.models import Project, User
from tests.factories import make_memory
from tests.site.events import record, rename, stored

pytestmark = pytest.mark.race


def test_it_replays_what_was_missed_in_order_without_a_gap(listen: Any, acme: Project) -> None:
    make_memory(acme)

    heard = listen(after=0).hear(len(stored(acme)))

    assert [frame["seq"] for frame in heard] == stored(acme) == list(range(1, len(heard) + 1))
    assert [frame["type"] for frame in heard[:2]] == ["project.created", "member.added"]


def test_it_replays_only_what_came_after(listen: Any, acme: Project) -> None:
    make_memory(acme)

    socket = listen(after=3)

    assert [frame["seq"] for frame in socket.hear(len(stored(acme, after=3)))] == stored(acme, 3)
    assert socket.hears_nothing()


def test_without_a_number_it_tells_from_now_on(listen: Any, acme: Project, alice: User) -> None:
    make_memory(acme)
    socket = listen()
    assert socket.hears_nothing()

    rename(acme, alice)

    assert [frame["type"] for frame in socket.hear()] == ["policy.changed"]


@pytest.mark.parametrize(("missed", "reloads"), [(0, False), (1, True)])
def test_more_than_a_thousand_missed_events_are_a_reload(
    listen: Any, acme: Project, alice: User, missed: int, reloads: bool
) -> None:
    record(acme, alice, times=limits.REPLAYED_EVENTS + missed - len(stored(acme)))

    socket = listen(after=0)

    if reloads:
        assert socket.hear() == [{"type": "reload"}]
        rename(acme, alice)
        assert [frame["seq"] for frame in socket.hear()] == stored(acme)[-1:]
    else:
        assert [frame["seq"] for frame in socket.hear(limits.REPLAYED_EVENTS)] == stored(acme)


def test_a_number_that_was_never_given_is_a_reload(listen: Any, acme: Project, alice: User) -> None:
    socket = listen(after=999_999)

    assert socket.hear() == [{"type": "reload"}]
    rename(acme, alice)
    assert [frame["seq"] for frame in socket.hear()] == stored(acme)[-1:]


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "%00", "1e3", "٣", "9" * 40, "0x10", "1;2"])
def test_what_is_no_number_closes_the_socket_with_a_reason(listen: Any, after: str) -> None:
    socket = listen(after=after)

    assert socket.heard_until_closed() == ([], 4400)
