"""What an answer leaves out is counted exactly, also where only the clock changes what is true."""

from datetime import timedelta
from types import SimpleNamespace

from memory.authority import Instant
from memory.models import Project
from memory.services.recall import recall, what_is_true
from memory.services.reindex import index_anew
from tests.memory.conftest import Clock
from tests.memory.recorded import make_memory


def counted(project: Project) -> int:
    found = recall(project, "granite", instant=Instant.now(), limit=1)
    return len(found.memories) + found.omitted


def true(project: Project) -> int:
    return what_is_true(project, Instant.now()).filter(content__icontains="granite").count()


def test_nothing_that_is_not_true_is_counted(granite: SimpleNamespace) -> None:
    assert counted(granite.project) == true(granite.project) == 2


def test_the_count_follows_the_clock(granite: SimpleNamespace, clock: Clock) -> None:
    clock.forward(days=31)

    assert counted(granite.project) == true(granite.project) == 3


def test_what_ends_when_its_successor_begins_is_counted_until_then(
    acme: Project, clock: Clock
) -> None:
    first = make_memory(acme, "Granite is grey.")
    kept = make_memory(acme, "Granite is heavy.")
    make_memory(acme, "Basalt.", supersedes=first, valid_from=clock.at + timedelta(days=1))
    make_memory(acme, "Slate.", supersedes=kept)
    assert counted(acme) == true(acme) == 1

    clock.forward(days=2)

    make_memory(acme, "Granite is old.")
    assert counted(acme) == true(acme) == 1


def test_an_index_made_anew_counts_the_same(granite: SimpleNamespace, clock: Clock) -> None:
    index_anew()
    assert counted(granite.project) == 2

    clock.forward(days=31)

    assert counted(granite.project) == true(granite.project) == 3
