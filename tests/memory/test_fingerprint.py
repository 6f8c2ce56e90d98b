"""The name of a memory's exact state: its words and its recorded end, on any machine."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from memory.canonical import digest
from memory.fingerprint import fingerprint_of
from memory.models import Memory, Project
from memory.services.lineage import state_of
from tests.memory.recorded import make_memory, retire
from tests.memory.rows import hour

pytestmark = pytest.mark.time

ONE, TWO = UUID(int=1), UUID(int=2)


def test_it_is_this_one_on_every_machine(zone: str) -> None:
    memory, successor = Memory(digest="ab" * 32), Memory(public_id=ONE)

    assert fingerprint_of(memory, None) == (
        "sha256:5b38cff97b461f18e21e5eb6a88adb481f12df7cb64d2b882ad67ec067d5649b"
    )
    assert fingerprint_of(memory, successor) != fingerprint_of(memory, None)


@pytest.mark.parametrize(
    "other",
    [
        (Memory(digest="cd" * 32), None),
        (Memory(digest="ab" * 32), Memory(public_id=ONE)),
        (Memory(digest="ab" * 32), Memory(public_id=TWO)),
        (Memory(digest="ab" * 32, retired_at=hour(1), retired_by=ONE), None),
        (Memory(digest="ab" * 32, retired_at=hour(1), retired_by=TWO), None),
    ],
)
def test_other_words_or_another_end_are_another_state(other: tuple[Memory, Any]) -> None:
    assert fingerprint_of(*other) != fingerprint_of(Memory(digest="ab" * 32), None)


def test_when_it_was_retired_does_not_count_only_by_what() -> None:
    by = uuid4()
    early = Memory(digest="ab" * 32, retired_at=hour(1), retired_by=by)
    late = Memory(digest="ab" * 32, retired_at=hour(2), retired_by=by)

    assert fingerprint_of(early, None) == fingerprint_of(late, None)


def test_the_clock_alone_never_changes_it(acme: Project, clock: Any) -> None:
    soon = clock.at.replace(year=clock.at.year + 1)
    memory = make_memory(acme, valid_until=soon)
    before = state_of(memory)

    clock.forward(days=800)

    assert state_of(Memory.objects.get(pk=memory.pk)) == before


def test_superseding_and_retiring_change_it(acme: Project) -> None:
    old, gone, kept = make_memory(acme), make_memory(acme), make_memory(acme)
    before = {row.pk: state_of(row) for row in (old, gone, kept)}

    make_memory(acme, supersedes=old)
    retire(gone)

    now = {row.pk: state_of(row) for row in Memory.objects.filter(pk__in=before)}
    assert [now[row.pk] == before[row.pk] for row in (old, gone, kept)] == [False, False, True]


def test_a_stored_memory_has_its_digest_in_every_zone(acme: Project, zone: str) -> None:
    target = make_memory(acme)
    memory = make_memory(
        acme,
        "Zürich keeps\nthe logs. 🐝",
        title="Löggs",
        tags=["ops", "zürich"],
        links=[{"type": "depends_on", "memory_id": str(target.public_id)}],
        valid_from=hour(0.000_1),
        valid_until=hour(1_000_000),
    )

    stored = Memory.objects.get(pk=memory.pk)

    assert digest(stored.words, salt=bytes(stored.salt)) == stored.digest


def test_both_spellings_of_an_instant_ask_the_same(browse: Any, alice: Any, acme: Project) -> None:
    make_memory(acme, title="First", supersedes=make_memory(acme))
    page = browse(alice)

    answers = {
        page.get("/p/acme/graph.json", {"as_of": spelling, "known_at": spelling}).content
        for spelling in (
            "2090-01-01T00:00:00Z",
            "2090-01-01T00:00:00+00:00",
            "2090-01-01T05:45:00+05:45",
        )
    }

    assert len(answers) == 1
    assert b"First" in answers.pop()
