from datetime import UTC, datetime, timedelta

import pytest

from memory import spoken
from memory.actors import Actor
from memory.templatetags.waggle import actor, excerpt, fingerprint, reveal, seal

NOW = datetime(2026, 5, 14, 14, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (timedelta(seconds=5), "just now"),
        (timedelta(minutes=14), "14 min ago"),
        (timedelta(hours=2), "2 h ago"),
        (timedelta(hours=20), "yesterday"),
        (timedelta(days=3), "11 May"),
        (timedelta(days=400), "9 April 2025"),
    ],
)
def test_how_long_ago_something_was(before, words):
    assert spoken.ago(NOW - before, NOW) == words


@pytest.mark.time
def test_a_day_is_a_day_in_utc_wherever_the_reader_is():
    late = datetime(2026, 5, 13, 23, 59, tzinfo=UTC)

    assert spoken.day(late, NOW) == "yesterday"
    assert spoken.exact(late) == "13 May 2026, 23:59:00 UTC"
    assert spoken.machine(late) == "2026-05-13T23:59:00Z"


def test_the_same_version_has_the_same_shape_and_another_has_not():
    one, same = fingerprint("9f2c41d8" * 8), fingerprint("sha256:" + "9f2c41d8" * 8)
    other = fingerprint("e10b77c4" * 8)

    assert one == same
    assert one != other
    assert "9f2c 41d8" in one


def test_a_character_that_draws_nothing_is_named_and_the_rest_escaped():
    shown = reveal("a\u200b<b>")

    assert shown == 'a<span class="unseen">zero width space U+200B</span>&lt;b&gt;'


def test_an_excerpt_ends_where_it_was_cut():
    assert excerpt("word " * 200).endswith("…")
    assert excerpt("short") == "short"


def test_an_agent_is_shown_with_the_person_it_acts_for():
    shown = actor(Actor("agent", "Agent in the page", on_behalf_of="<Owner>"))

    assert "actor--agent" in shown
    assert "for <bdi>&lt;Owner&gt;</bdi>" in shown
    assert "for " not in actor(Actor("agent", "Agent in the page", on_behalf_of="Owner"), True)


def test_a_seal_is_never_the_only_word():
    assert 'aria-hidden="true"' in seal("authoritative")
