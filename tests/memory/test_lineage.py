"""All versions of one statement, oldest first, and which of them is the truth."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from memory.authority import Instant
from memory.kinds import EdgeType
from memory.models import Memory, Project
from memory.services.lineage import (
    attach_neighbours,
    authoritative_version,
    lineage,
    newest,
    successor_of,
)
from tests import factories
from tests.memory.recorded import make_memory, retire


def versions(project: Project, count: int = 3) -> list[Memory]:
    made = [make_memory(project)]
    for _ in range(count - 1):
        made.append(make_memory(project, supersedes=made[-1]))
    return made


def test_any_version_tells_the_whole_lineage_oldest_first(acme: Project) -> None:
    made = versions(acme)
    make_memory(acme)

    assert [lineage(memory) for memory in made] == [made] * 3
    assert [memory.version for memory in made] == [1, 2, 3]
    assert {memory.lineage for memory in made} == {made[0].public_id}


def test_each_version_updates_the_one_before_it(acme: Project) -> None:
    first, second, third = versions(acme)

    assert second.outgoing.get(type=EdgeType.UPDATES).target == first
    assert third.outgoing.get(type=EdgeType.UPDATES).target == second
    assert not first.outgoing.exists()


def test_the_newest_and_the_next(acme: Project) -> None:
    first, second, third = versions(acme)

    assert [newest(memory) for memory in (first, second, third)] == [third] * 3
    assert [successor_of(memory) for memory in (first, second, third)] == [second, third, None]


def test_the_truth_of_a_lineage_moves_when_its_successor_begins(acme: Project, clock: Any) -> None:
    old = make_memory(acme)
    begins = clock.at + timedelta(days=1)
    new = make_memory(acme, supersedes=old, valid_from=begins)

    assert authoritative_version(new, Instant.now()) == old
    clock.at = begins
    assert authoritative_version(old, Instant.now()) == new


def test_a_lineage_that_was_retired_has_no_truth(acme: Project) -> None:
    first, second = versions(acme, 2)
    retired = retire(second)

    assert authoritative_version(first, Instant.now()) is None
    assert newest(first) == retired


def test_what_was_not_known_yet_is_no_neighbour(acme: Project, clock: Any) -> None:
    first, second = versions(acme, 2)
    then = clock.forward(minutes=1)
    clock.forward(minutes=1)
    make_memory(acme, supersedes=second)

    attach_neighbours([first, second], Instant(then, then))

    assert (second.predecessor, second.successor) == (first, None)
    assert (first.predecessor, first.successor) == (None, second)


def test_an_update_keeps_what_it_does_not_name(acme: Project) -> None:
    part = make_memory(acme)
    link = {"type": "part_of", "memory_id": str(part.public_id)}
    old = make_memory(acme, title="Title", tags=["tag"], kind="decision", links=[link])

    new = factories.make_memory(acme, "Other words.", supersedes=old)

    assert (new.title, new.tags, new.kind, new.links) == ("Title", ["tag"], "decision", [link])


def test_lineages_of_two_projects_never_meet(granite: SimpleNamespace) -> None:
    ours = lineage(granite.new)

    assert ours == [granite.old, granite.new]
    assert lineage(granite.foreign) == [granite.foreign]
