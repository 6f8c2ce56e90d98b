"""A reviewer asks who proposed something for a change: the turn is theirs until they answer."""

import pytest

from memory.access import access_to
from memory.actors import human
from memory.errors import Forbidden
from memory.models import AuditEvent, User
from memory.roles import Role
from memory.services.projects import change_role, remove_member
from proposals.changes import Asked, Edited
from proposals.models import Proposal
from proposals.services.comment import comment, remove_comment
from proposals.services.propose import propose
from proposals.services.review import approve, reject, revoke
from proposals.services.revise import revise
from proposals.services.turns import Queue, Turns
from proposals.states import Status
from tests.factories import make_proposal


@pytest.fixture
def proposal(acme, bob):
    """By bob's own hand."""
    asked = Asked(operation="create", kind="fact", content="Bees fly.")
    return propose(acme, asked, actor=human(bob)).proposal


def ask(proposal, by):
    return comment(proposal, by=by, text="Which bees?", asks=True)


def turn(person, proposal):
    proposal = Proposal.objects.get(pk=proposal.pk)
    turns = Turns(access_to(proposal.project, person, Role.VIEWER))
    found = turns.of(proposal)
    assert turns.rows(found.queue).filter(pk=proposal.pk).exists()
    return found.words


def test_the_turn_goes_to_who_proposed_it(acme, alice, bob, dora, proposal):
    assert turn(alice, proposal) == turn(dora, proposal) == "your turn"

    ask(proposal, alice)

    assert turn(bob, proposal) == "your turn: a reviewer asks for a change"
    assert turn(alice, proposal) == turn(dora, proposal)
    assert turn(alice, proposal) == "its proposer's turn: a change is asked for"
    assert AuditEvent.objects.latest("pk").details["asks"] is True


def test_a_remark_leaves_it_where_it_is(alice, proposal):
    comment(proposal, by=alice, text="Which bees?")

    assert turn(alice, proposal) == "your turn"


def test_an_answer_or_other_words_give_it_back(alice, bob, dora, proposal):
    ask(proposal, alice)
    comment(proposal, by=dora, text="All of them?")
    assert turn(alice, proposal) == "its proposer's turn: a change is asked for"
    comment(proposal, by=bob, text="Honey bees.")
    assert turn(alice, proposal) == "your turn"

    ask(proposal, alice)
    revise(proposal, by=bob, revision=1, edited=Edited(content="Honey bees fly."))
    assert turn(alice, proposal) == "your turn"
    assert turn(bob, proposal) == "a reviewer's turn"


def test_whoever_takes_the_question_away_takes_the_turn_back(alice, proposal):
    asked = ask(proposal, alice)

    remove_comment(proposal, asked.public_id, by=alice)

    assert turn(alice, proposal) == "your turn"


def test_an_older_question_taken_away_leaves_the_newer_one(alice, bob, dora, proposal):
    older = ask(proposal, alice)
    comment(proposal, by=bob, text="Honey bees.")
    newer = ask(proposal, dora)

    remove_comment(proposal, older.public_id, by=alice)
    assert turn(bob, proposal) == "your turn: a reviewer asks for a change"

    remove_comment(proposal, newer.public_id, by=dora)
    assert turn(alice, proposal) == "your turn"


LEFT = {
    "removed": lambda acme, bob, by: remove_member(acme, bob, by=by),
    "may only read": lambda acme, bob, by: change_role(acme, bob, Role.VIEWER, by=by),
    "an account out of use": lambda acme, bob, by: User.objects.filter(pk=bob.pk).update(
        is_active=False
    ),
}


@pytest.mark.parametrize("left", LEFT.values(), ids=LEFT)
def test_nobody_waits_for_who_can_not_answer(acme, alice, bob, dora, proposal, left):
    ask(proposal, alice)
    left(acme, bob, by=alice)

    assert turn(dora, proposal) == "your turn"
    with pytest.raises(Forbidden, match="cannot answer"):
        ask(proposal, dora)


def test_it_may_be_decided_all_the_same_and_nothing_of_it_is_left(alice, dora, proposal):
    ask(proposal, alice)
    approve(proposal, by=dora, revision=1)
    assert Proposal.objects.get(pk=proposal.pk).asked_at is None

    revoke(proposal, by=dora, revision=1)

    assert turn(alice, proposal) == "your turn"


def test_an_asked_one_is_rejected_like_any_other(alice, proposal):
    ask(proposal, alice)

    assert reject(proposal, by=alice, revision=1, reason="No bees.").status == Status.REJECTED


def test_who_can_not_ask_is_told_why_and_says_nothing(acme, alice, bob, dora, proposal):
    own = make_proposal(acme, by=alice)
    with pytest.raises(Forbidden, match="Change its words yourself"):
        ask(own, alice)
    with pytest.raises(Forbidden, match="reviewer role"):
        ask(own, bob)
    approve(proposal, by=alice, revision=1)
    with pytest.raises(Forbidden, match="waits for no decision"):
        ask(proposal, dora)

    assert not proposal.comments.exists()
    assert not own.comments.exists()
    assert turn(alice, own) == "your turn"
    assert ask(own, dora).asks
    assert turn(alice, own) == "your turn: a reviewer asks for a change"
    assert Turns(access_to(acme, alice, Role.VIEWER)).rows(Queue.MINE).filter(pk=own.pk).exists()
