"""What a no is remembered by, where it is not a new text."""

import pytest

from memory.actors import human
from memory.errors import NoChange, PreviouslyRejected
from memory.models import Memory
from proposals.services.apply import apply
from proposals.services.review import approve
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal


@pytest.fixture
def storage(acme):
    return make_memory(acme, "Use SQLite.", title="Storage")


def test_a_rejected_title_does_not_forbid_the_text_that_stays(acme, storage):
    make_proposal(acme, "Use SQLite.", target=storage, title="Bad", status=Status.REJECTED)

    better = make_proposal(acme, "Use SQLite.", target=storage, title="Good")

    assert better.status == Status.PENDING


def test_the_rejected_title_itself_is_refused(acme, storage):
    make_proposal(acme, "Use SQLite.", target=storage, title="Bad", status=Status.REJECTED)

    with pytest.raises(PreviouslyRejected):
        make_proposal(acme, "Use SQLite.", target=storage, title="BAD ")


def test_a_rejected_retirement_holds_for_the_next_version(acme, storage):
    make_proposal(acme, target=storage, operation=Operation.RETIRE, status=Status.REJECTED)
    newer = make_memory(acme, "Use SQLite 3.", supersedes=storage)

    with pytest.raises(PreviouslyRejected):
        make_proposal(acme, target=newer, operation=Operation.RETIRE)


def test_a_rejected_retirement_forbids_no_text(acme, storage):
    make_proposal(acme, target=storage, operation=Operation.RETIRE, status=Status.REJECTED)

    assert make_proposal(acme, "retire").status == Status.PENDING


def test_what_is_true_already_is_not_approved_again(acme, alice):
    other = make_proposal(acme, "Ships are blue.", title="Other")
    make_memory(acme, "Ships are blue.", title="One")

    with pytest.raises(NoChange):
        approve(other, by=alice, revision=1)


def test_two_that_say_the_same_do_not_both_become_true(acme, alice):
    one = make_proposal(acme, "Ships are blue.", title="One", status=Status.APPROVED)
    other = make_proposal(acme, "Ships are blue.", title="Other", status=Status.APPROVED)
    apply(one, actor=human(alice))

    with pytest.raises(NoChange):
        apply(other, actor=human(alice))

    assert Memory.objects.count() == 1
