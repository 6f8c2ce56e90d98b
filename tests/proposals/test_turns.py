"""What a row says of whose turn it is, and the queue that it stands in, are one rule."""

import itertools

import pytest

from memory.access import access_to
from memory.actors import human
from memory.models import Project, User
from memory.roles import Role
from memory.services.projects import change_policy, change_role, close_project
from proposals.changes import Asked
from proposals.models import Assignment, Proposal
from proposals.services.assign import assign
from proposals.services.comment import comment
from proposals.services.inbox import for_lists
from proposals.services.propose import propose
from proposals.services.review import approve
from proposals.services.turns import Queue, Turns
from proposals.states import Status
from tests.factories import join, make_proposal, make_user


@pytest.fixture
def people(acme, alice, bob, dora, vera):
    rita = join(acme, make_user("rita"), Role.REVIEWER)
    return [alice, bob, dora, vera, rita]


@pytest.fixture
def crowd(acme, alice, people):
    """Every status, by an agent and by hand, assigned to anyone or nobody, half approved."""
    _, bob, dora, vera, rita = people
    change_role(acme, vera, Role.CONTRIBUTOR, by=alice)
    change_policy(acme, by=alice, approvals_needed=2)
    for by, assignee, given in itertools.product((dora, bob), (None, dora, rita), (None, rita)):
        proposal = make_proposal(acme, by=by)
        if assignee:
            assign(proposal, to=assignee, by=alice)
        if given:
            approve(proposal, by=given, revision=1)
    for person in (alice, bob, dora):
        asked = Asked(operation="create", kind="fact", content=f"By the hand of {person.name}.")
        by_hand = propose(acme, asked, actor=human(person)).proposal
        for reviewer in (alice, dora):
            approve(by_hand, by=reviewer, revision=1)
    change_policy(acme, by=alice, approvals_needed=1)
    for status in set(Status) - {Status.STALE}:
        make_proposal(acme, status=status)
    for by, reviewer in ((dora, rita), (bob, dora), (vera, rita)):
        comment(make_proposal(acme, by=by), by=reviewer, text="Why?", asks=True)
    change_role(acme, vera, Role.VIEWER, by=alice)
    # One whose proposer's account is gone, and one whose assignee may review no more.
    Proposal.objects.filter(number=1).update(proposer=None)
    Assignment.objects.filter(proposal__number=3).update(assignee=vera)


@pytest.mark.parametrize("four_eyes", [False, True])
@pytest.mark.parametrize("needed", [1, 2])
def test_the_queue_and_the_words_agree_for_everyone(acme, alice, people, crowd, four_eyes, needed):
    change_policy(acme, by=alice, four_eyes=four_eyes, approvals_needed=needed)

    for person in people:
        turns = Turns(access_to(Project.objects.get(pk=acme.pk), person, Role.VIEWER))
        by_rule = {queue: {one.label for one in turns.rows(queue)} for queue in Queue}
        by_word = {queue: set() for queue in Queue}
        for one in for_lists(Proposal.objects.in_project(acme)):
            by_word[turns.of(one).queue].add(one.label)
        assert by_word == by_rule, person
        counts = turns.counts()
        assert {queue: counts.of(queue) for queue in Queue} == {
            queue: len(labels) for queue, labels in by_rule.items()
        }
        assert by_rule[Queue.OTHERS]
        assert bool(by_rule[Queue.MINE]) == (person.name != "vera")


def turn(project, person, proposal):
    return Turns(access_to(project, person, Role.VIEWER)).of(proposal)


def test_each_is_told_why(acme, alice, bob, dora):
    change_policy(acme, by=alice, approvals_needed=2)
    proposal = make_proposal(acme, by=bob)
    approve(proposal, by=alice, revision=1)

    told = {who.name: turn(acme, who, proposal).words for who in (alice, bob, dora)}

    assert told == {
        "alice": "another reviewer's turn, approval 2 of 2: you approved it",
        "bob": "a reviewer's turn, approval 2 of 2",
        "dora": "your turn, approval 2 of 2",
    }


def test_who_is_assigned_is_named_to_the_others(acme, alice, bob, dora):
    proposal = assign(make_proposal(acme, by=bob), to=dora, by=alice)

    assert turn(acme, alice, proposal).words == "dora's turn: assigned to them"
    assert turn(acme, dora, proposal).words == "your turn: assigned to you"
    assert turn(acme, bob, proposal).words == "dora's turn: assigned to them"


def test_an_assignee_whose_account_is_out_of_use_holds_nothing_up(acme, alice, bob, dora):
    proposal = assign(make_proposal(acme, by=bob), to=dora, by=alice)

    User.objects.filter(pk=dora.pk).update(is_active=False)

    found = turn(acme, alice, proposal)
    assert (found.words, found.queue) == ("your turn", Queue.MINE)


def test_what_was_approved_by_hand_comes_back_to_who_wrote_it(acme, alice, bob):
    asked = Asked(operation="create", kind="fact", content="Bees fly.")
    proposal = approve(propose(acme, asked, actor=human(bob)).proposal, by=alice, revision=1)
    agents = make_proposal(acme, by=bob, status=Status.APPROVED)

    assert turn(acme, bob, proposal).words == "your turn: apply it"
    assert turn(acme, alice, proposal).words == "who proposed it may apply it, or you"
    assert turn(acme, bob, agents).words == "its agent may apply it, or you"


def test_in_a_closed_project_it_is_nobodys_turn(acme, alice):
    proposal = make_proposal(acme)
    close_project(acme, actor=human(alice))

    turns = Turns(access_to(acme, alice, Role.VIEWER))

    assert turns.of(proposal).words == "the project is closed"
    assert [turns.counts().of(queue) for queue in Queue] == [0, 1, 0]
