"""A list reads what it shows of a proposal, and not the megabytes that a decided batch holds."""

from collections.abc import Callable

import pytest

from memory.access import get_access
from memory.actors import human
from memory.models import Project, User
from memory.roles import Role
from proposals.changes import Asked
from proposals.models import Proposal
from proposals.services import reading
from proposals.services.apply import apply
from proposals.services.inbox import page
from proposals.services.propose import propose_batch
from proposals.services.review import approve
from proposals.shown import shown
from proposals.states import Operation
from tests.factories import make_memory, make_proposal


@pytest.fixture
def batch(acme: Project, alice: User) -> Proposal:
    asked = [
        Asked(operation=Operation.CREATE, kind="fact", content=one) for one in ("One.", "Two.")
    ]
    return propose_batch(acme, asked, actor=human(alice)).proposal


@pytest.fixture
def listed(acme: Project) -> Callable[[], Proposal]:
    return lambda: page(Proposal.objects.in_project(acme), order="newest").proposals[0]


def test_an_open_batch_is_read_whole(batch: Proposal, listed: Callable[[], Proposal]) -> None:
    found = listed()

    assert [one["words"]["content"] for one in found.current.listed] == ["One.", "Two."]
    assert shown(found).heading == "2 changes at once"


def test_of_a_decided_batch_only_its_size_is_read(
    batch: Proposal, alice: User, listed: Callable[[], Proposal]
) -> None:
    approve(batch, by=alice, revision=1)
    apply(batch, actor=human(alice))

    found = listed()

    assert found.current.get_deferred_fields() == {"changes", "base"}
    assert found.current.listed == []
    assert shown(found).heading == "2 changes at once"
    assert len(found.current.changes) == 2


def test_a_single_change_is_read_with_the_words_it_found(
    acme: Project, listed: Callable[[], Proposal], django_assert_num_queries: Callable[..., object]
) -> None:
    make_proposal(acme, "New.", target=make_memory(acme, "Old."))

    found = listed()

    with django_assert_num_queries(0):  # type: ignore[attr-defined] # a context
        it = shown(found)
        assert (it.was, it.content, it.heading) == ("Old.", "New.", "New.")


def test_a_batch_of_long_texts_is_shown_as_far_as_one_page_goes(
    acme: Project, alice: User, batch: Proposal, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = get_access(alice, "acme", Role.REVIEWER)
    sizes = {}
    for most in (1, 4, 8):
        monkeypatch.setattr(reading, "CHARACTERS", most)
        it = reading.read(access, batch)
        sizes[most] = (len(it.changes), it.omitted)

    assert sizes == {1: (1, 1), 4: (1, 1), 8: (2, 0)}
    assert len(reading.read(access, batch, all_changes=True).changes) == 2
