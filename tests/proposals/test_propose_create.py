import json

import pytest

from memory.actors import human, page_agent
from memory.errors import InvalidInput, NoChange
from memory.models import AuditEvent, Memory, Project, User
from proposals.changes import Asked, parse_asked
from proposals.models import Proposal
from proposals.services.propose import propose
from proposals.states import Operation, Status
from tests.factories import make_memory, retire
from tests.proposals.traces import leaves, nothing_changes


def _create(content: str = "Ships are blue.", **fields: object) -> Asked:
    return parse_asked({"operation": "create", "kind": "fact", "content": content, **fields})


def test_a_proposed_memory_waits_for_a_person(acme: Project, bob: User) -> None:
    with leaves(acme, "proposal.created"):
        proposed = propose(acme, _create(title="Ships"), actor=page_agent(bob))

    proposal = proposed.proposal
    assert not proposed.duplicate
    assert (proposal.status, proposal.revision, proposal.label) == (Status.PENDING, 1, "P-0001")
    assert (proposal.kind, proposal.operation, proposal.target) == ("fact", Operation.CREATE, None)
    assert not Memory.objects.exists()


def test_who_proposed_is_what_the_server_knows_of_the_caller(acme: Project, bob: User) -> None:
    proposal = propose(acme, _create(), actor=page_agent(bob)).proposal

    assert proposal.proposer == bob
    assert proposal.actor.public() == {
        "kind": "agent",
        "name": "Agent in the page",
        "on_behalf_of": "bob",
    }


@pytest.mark.parametrize("claim", ["proposed_by", "status", "approved_by", "reviewer", "salt"])
def test_what_a_caller_says_of_itself_is_refused_by_name(claim: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        _create(**{claim: "alice"})

    assert list(refusal.value.fields) == [claim]


def test_its_event_holds_a_digest_and_no_words(acme: Project, bob: User) -> None:
    proposal = propose(
        acme, _create("Ships are blue.", title="Hulls", reason="Seen"), actor=human(bob)
    ).proposal

    event = AuditEvent.objects.get(type="proposal.created")
    assert event.details["digest"] == proposal.current.digest
    said = json.dumps([event.details, event.actor])
    assert not any(word in said for word in ("Ships", "Hulls", "Seen"))


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"kind": None}, "kind"),
        ({"memory_id": "M-001"}, "memory_id"),
        ({"content": None}, "content"),
    ],
)
def test_a_new_memory_needs_a_kind_and_words_and_no_target(
    acme: Project, bob: User, fields: dict[str, object], wrong: str
) -> None:
    asked = parse_asked(
        {"operation": "create", "kind": "fact", "content": "Ships are blue.", **fields}
    )

    with nothing_changes(), pytest.raises(InvalidInput) as refusal:
        propose(acme, asked, actor=page_agent(bob))

    assert list(refusal.value.fields) == [wrong]


@pytest.mark.parametrize(
    "content", ["Ships are blue.", "  SHIPS are\nblue! ", "\uff33hips are blue"]
)
def test_what_an_authoritative_memory_says_already_is_no_change(
    acme: Project, bob: User, content: str
) -> None:
    known = make_memory(acme, "Ships are blue.")

    with nothing_changes(), pytest.raises(NoChange) as refusal:
        propose(acme, _create(content), actor=page_agent(bob))

    assert refusal.value.data == {"memory_id": str(known.public_id)}


def test_the_same_words_as_another_kind_of_memory_may_be_proposed(acme: Project, bob: User) -> None:
    make_memory(acme, "Ships are blue.")

    asked = _create("Ships are blue.", kind="preference")

    assert propose(acme, asked, actor=page_agent(bob)).proposal.status == Status.PENDING


def test_what_was_true_once_may_be_proposed_anew(acme: Project, bob: User) -> None:
    retire(make_memory(acme, "Ships are blue."))
    make_memory(acme, "Boats are red.", supersedes=make_memory(acme, "Boats are blue."))

    for content in ("Ships are blue.", "Boats are blue."):
        propose(acme, _create(content), actor=page_agent(bob))

    assert Proposal.objects.pending().count() == 2


def test_proposals_are_counted_by_project(acme: Project, elsewhere: Project) -> None:
    mine = [
        propose(acme, _create(f"{n}"), actor=human(acme.memberships.all()[0].user)) for n in "12"
    ]
    theirs = propose(elsewhere, _create(), actor=human(elsewhere.memberships.get().user))

    labels = [one.proposal.label for one in (*mine, theirs)]
    assert labels == ["P-0001", "P-0002", "P-0001"]
