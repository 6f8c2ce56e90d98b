"""The index is written in the memory's own transaction; each project's words stay its own."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from memory import search
from memory.actors import human
from memory.authority import Instant
from memory.models import Memory, Project
from memory.services.recall import recall
from memory.services.tidy import end_begun
from proposals.services.apply import apply
from proposals.states import Status
from tests.factories import make_proposal, owner_of
from tests.memory.recorded import make_memory, retire


def found(project: Project, query: str = "granite") -> list[str]:
    return [one.content for one in recall(project, query, instant=Instant.now()).memories]


def indexed() -> set[Memory]:
    return set(search.indexed())


def test_a_rollback_leaves_no_trace_in_the_index(acme: Project) -> None:
    kept = make_memory(acme, "Granite is kept.")
    proposal = make_proposal(acme, "Granite is undone.", status=Status.APPROVED)

    with transaction.atomic():
        apply(proposal, actor=human(owner_of(acme)))
        assert set(found(acme)) == {"Granite is kept.", "Granite is undone."}
        transaction.set_rollback(True)

    assert found(acme) == ["Granite is kept."]
    assert indexed() == {kept}


def test_a_rolled_back_supersession_leaves_the_old_one_in_the_index(acme: Project) -> None:
    old = make_memory(acme, "Granite is grey.")
    proposal = make_proposal(acme, "Granite is pink.", target=old, status=Status.APPROVED)

    with transaction.atomic():
        apply(proposal, actor=human(owner_of(acme)))
        transaction.set_rollback(True)

    assert found(acme) == ["Granite is grey."]


def test_superseding_and_retiring_take_out_of_the_index_at_once(acme: Project) -> None:
    new = make_memory(acme, supersedes=make_memory(acme))
    retire(make_memory(acme))
    sibling = make_memory(acme)

    assert indexed() == {new, sibling}


def test_the_same_words_in_two_projects_end_each_on_its_own(
    acme: Project, elsewhere: Project
) -> None:
    ours = make_memory(acme, "Granite is grey.", title="Stone")
    make_memory(elsewhere, "Granite is grey.", title="Stone")

    make_memory(acme, "It is pink.", title="Colour", supersedes=ours)

    assert found(acme) == []
    assert found(elsewhere) == ["Granite is grey."]


def test_erasing_in_one_project_leaves_the_others_words(acme: Project, elsewhere: Project) -> None:
    ours, theirs = make_memory(acme, "Granite."), make_memory(elsewhere, "Granite.")

    search.erase([ours])

    assert (found(acme), found(elsewhere)) == ([], ["Granite."])
    assert indexed() == {theirs}


@pytest.mark.parametrize("disguise", ["p{}", "wagglescope{}", "scope p{}", "scope:p{}"])
def test_the_name_of_another_projects_scope_opens_nothing(
    acme: Project, elsewhere: Project, disguise: str
) -> None:
    make_memory(elsewhere, "Granite elsewhere.")
    name = disguise.format(elsewhere.pk)
    make_memory(acme, f"Granite {name} here.", title=name, tags=[name])

    assert found(acme, f"granite {name}") == [f"Granite {name} here."]
    assert found(elsewhere, f"granite {name}") == ["Granite elsewhere."]


def test_the_name_of_ones_own_scope_is_no_word_of_any_memory(acme: Project) -> None:
    make_memory(acme, "Granite here.")

    assert found(acme, f"p{acme.pk} scope") == []


def test_until_a_successor_begins_its_predecessor_is_found(acme: Project, clock: Any) -> None:
    old = make_memory(acme, "Granite is grey.")
    begins = clock.at + timedelta(days=1)
    new = make_memory(acme, "Granite is pink.", supersedes=old, valid_from=begins)
    assert found(acme) == ["Granite is grey."]
    assert end_begun() == 0

    clock.at = begins

    assert found(acme) == ["Granite is pink."]
    assert indexed() == {old, new}


def test_the_worker_takes_out_what_a_successor_has_ended_since(acme: Project, clock: Any) -> None:
    old = make_memory(acme, "Granite is grey.")
    then = clock.forward(minutes=1)
    begins = clock.at + timedelta(days=1)
    new = make_memory(acme, "Granite is pink.", supersedes=old, valid_from=begins)
    clock.at = begins

    assert (end_begun(), end_begun()) == (1, 0)

    assert indexed() == {new}
    assert found(acme) == ["Granite is pink."]
    past = recall(acme, "granite", instant=Instant(then, then)).memories
    assert [memory.content for memory in past] == ["Granite is grey."]


def test_a_chain_of_successors_is_taken_out_when_the_last_begins_now(
    acme: Project, clock: Any
) -> None:
    first = make_memory(acme, "Granite is grey.")
    later = clock.at + timedelta(days=1)
    second = make_memory(acme, "Granite is pink.", supersedes=first, valid_from=later)
    third = make_memory(acme, "Granite is red.", supersedes=second)

    assert found(acme) == ["Granite is red."]
    end_begun()
    assert indexed() == {third}


def test_a_search_asks_as_often_for_many_matches_as_for_two(acme: Project) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            for memory in recall(acme, "granite", instant=Instant.now(), limit=50).memories:
                assert (memory.links, memory.predecessor, memory.successor) is not None
        return len(asked)

    first = make_memory(acme, "Granite is grey.")
    link = {"type": "relates_to", "memory_id": str(first.public_id)}
    soft = make_memory(acme, "Granite is soft.")
    make_memory(acme, "Granite is hard.", supersedes=soft, links=[link])
    few = queries()
    for number in range(5):
        old = make_memory(acme, f"Granite {number}.", links=[link])
        make_memory(acme, f"Granite again {number}.", supersedes=old)

    assert queries() == few
