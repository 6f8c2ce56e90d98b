"""Many at once: all land, nobody waits for ever, and readers see only what is true."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from memory.actors import human, page_agent
from memory.audit import verify
from memory.authority import Instant
from memory.errors import CameTooLate, NotFound
from memory.models import Memory
from memory.roles import Role
from memory.services.projects import remove_member
from memory.services.recall import recall
from proposals.changes import parse_asked
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.gesture import say
from proposals.services.propose import propose
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import join, make_memory, make_project, make_proposal, make_user
from tests.proposals.race import Team, answered, at_once, raced, refused

pytestmark = pytest.mark.race


@raced(rounds=1)
def test_twenty_proposals_five_approvals_and_readers_all_land(team: Team) -> None:
    true = make_memory(team.project, "Statement that is true.")
    waiting = [
        make_proposal(team.project, f"Statement {n} that waits.", by=team.bob) for n in range(5)
    ]

    outcomes = at_once(
        *(_proposing(team, f"Statement {n} of the crowd.") for n in range(20)),
        *(lambda one=one: approve(one, by=team.alice, revision=1) for one in waiting),
        *[lambda: _read(team)] * 2,
    )

    assert refused(outcomes) == []
    assert outcomes[-1].answer == outcomes[-2].answer == {true}
    statuses = Counter(Proposal.objects.values_list("status", flat=True))
    assert statuses == {Status.PENDING: 20, Status.APPROVED: 5, Status.APPLIED: 1}
    numbers = Proposal.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 27))
    assert verify(team.project).broken_at is None


def _proposing(team: Team, content: str) -> Callable[[], Any]:
    asked = parse_asked({"operation": "create", "kind": "fact", "content": content})
    return lambda: propose(team.project, asked, actor=page_agent(team.bob))


def _read(team: Team) -> set[Memory]:
    seen: set[Memory] = set()
    for _ in range(10):
        seen |= set(recall(team.project, "statement", instant=Instant.now(), limit=50).memories)
    return seen


@raced(rounds=1)
def test_while_memories_change_readers_always_find_one_truth(team: Team) -> None:
    first = make_memory(team.project, "Store number 0.")
    other = make_memory(team.project, "Store of boats.")

    def change() -> None:
        target = first
        for n in range(1, 6):
            proposal = make_proposal(
                team.project, f"Store number {n}.", target=target, status=Status.APPROVED
            )
            [target] = apply(proposal, actor=human(team.alice)).memories

    def read() -> set[int]:
        return {
            len(recall(team.project, "store", instant=Instant.now(), limit=50).memories)
            for _ in range(40)
        }

    outcomes = at_once(change, read, read)

    assert refused(outcomes) == []
    assert [one.answer for one in outcomes[1:]] == [{2}, {2}]
    assert other in recall(team.project, "boats", instant=Instant.now()).memories


@raced(rounds=1)
def test_projects_do_not_wait_for_each_other_in_a_circle(team: Team) -> None:
    owner = make_user("olga")
    theirs = make_project("theirs", owner=owner)
    mine = [make_proposal(team.project), make_proposal(team.project)]
    others = [make_proposal(theirs), make_proposal(theirs)]

    outcomes = at_once(
        *(lambda one=one: approve(one, by=team.alice, revision=1) for one in mine),
        *(lambda one=one: approve(one, by=owner, revision=1) for one in others),
    )

    assert refused(outcomes) == []
    assert (verify(team.project).broken_at, verify(theirs).broken_at) == (None, None)


@raced()
def test_a_reviewer_who_is_being_removed_decides_before_or_not_at_all(team: Team) -> None:
    proposal = make_proposal(team.project)

    decided, _ = at_once(
        lambda: approve(proposal, by=team.dora, revision=1),
        lambda: remove_member(team.project, team.dora, by=team.alice),
    )

    told = list(
        team.project.events.filter(type__in=["proposal.approved", "member.removed"])
        .order_by("seq")
        .values_list("type", flat=True)
    )
    if decided.refusal:
        assert isinstance(decided.refusal, NotFound)
        assert told == ["member.removed"]
    else:
        assert told == ["proposal.approved", "member.removed"]


@raced()
def test_a_memory_added_with_a_double_click_is_one_row(team: Team) -> None:
    asked = parse_asked({"operation": "create", "kind": "fact", "content": "Ships are blue."})

    outcomes = at_once(*[lambda: say(team.project, asked, by=team.alice, key="one form")] * 3)

    assert refused(outcomes) == []
    assert Counter(one.answer.is_repeat for one in outcomes) == {False: 1, True: 2}
    assert {one.answer.proposal.status for one in outcomes} == {Status.APPLIED}
    assert (team.project.memories.count(), team.project.proposals.count()) == (1, 1)


@raced(rounds=1)
def test_of_many_reviewers_at_once_one_decides(team: Team) -> None:
    people = [join(team.project, make_user(f"reviewer{n}"), Role.REVIEWER) for n in range(6)]
    proposal = make_proposal(team.project)

    outcomes = at_once(*(lambda one=one: approve(proposal, by=one, revision=1) for one in people))

    assert len(answered(outcomes)) == 1
    assert {type(one) for one in refused(outcomes)} == {CameTooLate}
