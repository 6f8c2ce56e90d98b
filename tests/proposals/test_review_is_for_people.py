"""The producer is not the judge: no agent and no system reviews, whatever they hold."""

import inspect
from typing import Any

import pytest

from memory.actors import Actor, human, key_agent, page_agent, system
from memory.errors import Forbidden
from memory.models import Project, User
from memory.services.keys import create_key
from memory.services.projects import change_policy, create_project
from proposals.changes import Edited, parse_asked
from proposals.models import Proposal
from proposals.services import review
from proposals.services.propose import propose
from proposals.services.rejections import lift
from proposals.services.review import approve, approve_seed, reject, revoke
from proposals.services.revise import revise
from proposals.services.withdraw import withdraw
from proposals.states import Status
from tests.factories import make_proposal, make_user
from tests.proposals.traces import nothing_changes

DECISIONS = (approve, reject, revoke, revise, withdraw, lift)


@pytest.mark.parametrize("decide", DECISIONS)
def test_a_decision_is_made_by_a_person_and_by_nothing_else(decide: Any) -> None:
    by = inspect.signature(decide).parameters["by"]

    assert by.annotation in (User, "User")
    assert by.default is inspect.Parameter.empty


@pytest.mark.parametrize("kind", ["page", "key", "system", "name"])
def test_an_agent_in_the_place_of_the_person_decides_nothing(
    acme: Project, alice: User, kind: str
) -> None:
    key, _ = create_key(
        acme, name="ci", scopes=["read", "propose", "apply"], made_for=alice, actor=human(alice)
    )
    by: Any = {
        "page": page_agent(alice),
        "key": key_agent(key),
        "system": system("waggle"),
        "name": "alice",
    }[kind]
    proposal = make_proposal(acme)

    with nothing_changes(), pytest.raises(AttributeError):
        approve(proposal, by=by, revision=1)
    with nothing_changes(), pytest.raises(AttributeError):
        reject(proposal, by=by, revision=1, reason="No.")


def test_nobody_but_the_demo_seed_is_reviewed_by_the_system(acme: Project, alice: User) -> None:
    proposal = make_proposal(acme)

    for actor in (system("seed"), human(alice), page_agent(alice)):
        with nothing_changes(), pytest.raises(Forbidden):
            approve_seed(proposal, actor=actor)


def test_in_a_demo_too_agents_and_people_do_not_review_as_the_system(db: None) -> None:
    guest = make_user("guest")
    demo = create_project("demo", name="Demo", owner=guest, actor=human(guest), is_demo=True)
    proposal = make_proposal(demo)

    for actor in (human(guest), page_agent(guest)):
        with nothing_changes(), pytest.raises(Forbidden):
            approve_seed(proposal, actor=actor)

    approve_seed(proposal, actor=system("seed"))
    assert Proposal.objects.get(pk=proposal.pk).status == Status.APPROVED


def test_what_is_offered_for_review_is_known() -> None:
    offered = {
        name
        for name, one in inspect.getmembers(review, inspect.isfunction)
        if one.__module__ == review.__name__ and not name.startswith("_")
    }

    assert offered == {"approve", "approve_seed", "reject", "revoke", "reopen"}


def _key_agent(project: Project, owner: User) -> Actor:
    key, _ = create_key(project, name="ci", scopes=["propose"], made_for=owner, actor=human(owner))
    return key_agent(key)


@pytest.mark.parametrize("acting", ["human", "page", "key"])
def test_under_four_eyes_who_proposed_or_whose_agent_did_does_not_approve(
    acme: Project, alice: User, dora: User, acting: str
) -> None:
    change_policy(acme, by=alice, four_eyes=True)
    actor = {
        "human": human(dora),
        "page": page_agent(dora),
        "key": _key_agent(acme, dora),
    }[acting]
    asked = parse_asked({"operation": "create", "kind": "fact", "content": "Ships are blue."})
    proposal = propose(acme, asked, actor=actor).proposal

    for edited in (None, Edited(content="Ships are grey.")):
        with nothing_changes(), pytest.raises(Forbidden) as refusal:
            approve(proposal, by=dora, revision=1, edited=edited)
        assert "four eyes" in refusal.value.message

    assert approve(proposal, by=alice, revision=1).status == Status.APPROVED


@pytest.mark.parametrize("acting", [human, page_agent])
def test_a_person_alone_approves_their_own_and_their_agents_proposals(
    acme: Project, alice: User, acting: Any
) -> None:
    asked = parse_asked({"operation": "create", "kind": "fact", "content": "Ships are blue."})
    proposal = propose(acme, asked, actor=acting(alice)).proposal

    assert approve(proposal, by=alice, revision=1).status == Status.APPROVED


def test_repeating_the_proposal_of_another_does_not_blind_two_eyes_of_four(
    acme: Project, alice: User, bob: User, dora: User
) -> None:
    change_policy(acme, by=alice, four_eyes=True)
    asked = parse_asked({"operation": "create", "kind": "fact", "content": "Ships are blue."})
    proposal = propose(acme, asked, actor=page_agent(dora)).proposal
    propose(acme, asked, actor=page_agent(bob))

    with nothing_changes(), pytest.raises(Forbidden):
        approve(proposal, by=dora, revision=1)


def test_four_eyes_asked_for_meanwhile_count_at_once(acme: Project, alice: User) -> None:
    proposal = make_proposal(acme, by=alice)
    change_policy(acme, by=alice, four_eyes=True)

    with nothing_changes(), pytest.raises(Forbidden):
        approve(proposal, by=alice, revision=1)
