import pytest

from memory.actors import Actor, human, key_agent, page_agent, system
from memory.errors import Forbidden, NotFound
from memory.models import Membership, Project, User
from memory.roles import Role
from memory.services.keys import create_key
from memory.services.projects import close_project, remove_member
from proposals.access import get_proposal
from proposals.changes import Asked, parse_asked
from proposals.services.propose import propose
from proposals.states import Status
from tests.factories import make_proposal
from tests.proposals.traces import nothing_changes

ASKED: Asked = parse_asked({"operation": "create", "kind": "fact", "content": "Ships are blue."})


@pytest.mark.parametrize("acting", [human, page_agent])
def test_contributors_and_their_agents_propose(acme: Project, bob: User, acting: type) -> None:
    assert propose(acme, ASKED, actor=acting(bob)).proposal.proposer == bob


@pytest.mark.parametrize("acting", [human, page_agent])
def test_who_may_only_look_proposes_nothing(acme: Project, vera: User, acting: type) -> None:
    with nothing_changes(), pytest.raises(Forbidden):
        propose(acme, ASKED, actor=acting(vera))


@pytest.mark.parametrize("acting", [human, page_agent])
def test_for_who_is_not_a_member_the_project_does_not_exist(
    acme: Project, charlie: User, acting: type
) -> None:
    with nothing_changes(), pytest.raises(NotFound):
        propose(acme, ASKED, actor=acting(charlie))


def test_a_key_proposes_as_an_agent_of_the_person_behind_it(
    acme: Project, alice: User, bob: User
) -> None:
    key, _ = create_key(acme, name="ci", scopes=["propose"], made_for=bob, actor=human(alice))

    proposal = propose(acme, ASKED, actor=key_agent(key)).proposal

    assert proposal.actor.public() == {"kind": "agent", "name": "ci", "on_behalf_of": "bob"}
    assert proposal.proposer == bob


def test_a_key_ends_with_the_membership_of_the_person_behind_it(
    acme: Project, alice: User, bob: User
) -> None:
    key, _ = create_key(acme, name="ci", scopes=["propose"], made_for=bob, actor=human(alice))
    remove_member(acme, bob, by=alice)

    with nothing_changes(), pytest.raises(NotFound):
        propose(acme, ASKED, actor=key_agent(key))


def test_a_role_that_was_lowered_counts_at_once(acme: Project, bob: User) -> None:
    actor = page_agent(bob)
    Membership.objects.filter(user=bob).update(role=Role.VIEWER)

    with nothing_changes(), pytest.raises(Forbidden):
        propose(acme, ASKED, actor=actor)


def test_an_account_that_was_closed_proposes_nothing(acme: Project, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)

    with nothing_changes(), pytest.raises(NotFound):
        propose(acme, ASKED, actor=page_agent(bob))


@pytest.mark.parametrize("kind", ["human", "agent"])
def test_a_credential_of_nobody_proposes_nothing(acme: Project, kind: str) -> None:
    nobody = Actor(kind, "alice")

    with nothing_changes(), pytest.raises(Forbidden):
        propose(acme, ASKED, actor=nobody)


def test_the_system_proposes_only_in_a_demo(acme: Project) -> None:
    with nothing_changes(), pytest.raises(Forbidden):
        propose(acme, ASKED, actor=system("seed"))


def test_nothing_is_proposed_in_a_closed_project(acme: Project, alice: User, bob: User) -> None:
    close_project(acme, actor=human(alice))

    with nothing_changes(), pytest.raises(Forbidden):
        propose(acme, ASKED, actor=page_agent(bob))


def test_a_proposal_is_found_by_id_and_number_in_its_own_project(
    acme: Project, elsewhere: Project
) -> None:
    proposal = make_proposal(acme)

    for ref in (str(proposal.public_id), "P-0001", "p-1"):
        assert get_proposal(acme, ref) == proposal
        with pytest.raises(NotFound):
            get_proposal(elsewhere, ref)


@pytest.mark.parametrize("ref", ["P-0002", "M-001", "1", "", "P-", "P-²", "\x00", "P-1\n"])
def test_what_is_no_proposal_is_not_found(acme: Project, ref: str) -> None:
    assert make_proposal(acme).status == Status.PENDING

    with pytest.raises(NotFound):
        get_proposal(acme, ref)
