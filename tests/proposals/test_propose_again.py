"""The same proposal twice is one; what the repeat adds is kept beside it, with who added it."""

import pytest

from memory.actors import human, page_agent
from memory.models import AuditEvent, Memory, Project, User
from proposals.changes import Asked, parse_asked
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.propose import propose
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import make_memory, make_proposal
from tests.proposals.traces import leaves, nothing_changes


def _asked(content: str = "Ships are blue.", **fields: object) -> Asked:
    return parse_asked({"operation": "create", "kind": "fact", "content": content, **fields})


def test_an_exact_repeat_is_the_same_proposal_and_leaves_nothing(acme: Project, bob: User) -> None:
    first = propose(acme, _asked(reason="Seen."), actor=page_agent(bob))

    with nothing_changes():
        again = propose(acme, _asked(reason="Seen."), actor=page_agent(bob))

    assert (again.proposal, again.duplicate, first.duplicate) == (first.proposal, True, False)


@pytest.mark.parametrize(
    "content",
    [
        "Ships  are blue.",
        " Ships are\nblue. ",
        "Ships\u00a0are blue.",
        "Ships\u200b are blue.",
        "\uff33hips are blue.",
    ],
)
def test_what_looks_the_same_to_a_reviewer_is_the_same_proposal(
    acme: Project, bob: User, content: str
) -> None:
    first = propose(acme, _asked(), actor=page_agent(bob)).proposal

    again = propose(acme, _asked(content), actor=page_agent(bob))

    assert (again.proposal, again.duplicate) == (first, True)
    assert Proposal.objects.count() == 1


@pytest.mark.parametrize(
    "other",
    [
        {"kind": "note"},
        {"title": "Ships"},
        {"tags": ["ships"]},
        {"links": [{"type": "relates_to", "memory_id": "M-001"}]},
        {"valid_until": "2100-01-01"},
        {"content": "Boats are blue."},
    ],
)
def test_what_a_reviewer_can_tell_apart_is_another_proposal(
    acme: Project, bob: User, storage: Memory, other: dict[str, object]
) -> None:
    first = propose(acme, _asked(), actor=page_agent(bob)).proposal
    fields = {"content": "Ships are blue.", **other}

    second = propose(acme, _asked(**fields), actor=page_agent(bob))

    assert (second.proposal != first, second.duplicate) == (True, False)


def test_the_same_words_for_another_memory_are_another_proposal(acme: Project) -> None:
    one, two = make_memory(acme), make_memory(acme)

    assert make_proposal(acme, "New.", target=one) != make_proposal(acme, "New.", target=two)


def test_a_repeat_keeps_its_new_reason_and_evidence_and_says_who_added_them(
    acme: Project, alice: User, bob: User, storage: Memory
) -> None:
    proposal = propose(acme, _asked(reason="Seen."), actor=page_agent(bob)).proposal

    again = propose(acme, _asked(reason="Heard.", evidence_ids=[storage.label]), actor=human(alice))

    added = again.proposal.additions.get()
    assert (added.reason, added.evidence_ids) == ("Heard.", [str(storage.public_id)])
    assert added.actor["name"] == "alice"
    assert (again.proposal.revision, again.proposal.proposer) == (1, bob)
    assert proposal.current.reason == "Seen."


def test_what_a_repeat_adds_leaves_its_event(
    acme: Project, alice: User, bob: User, storage: Memory
) -> None:
    proposal = propose(acme, _asked(reason="Seen."), actor=page_agent(bob)).proposal

    propose(acme, _asked(reason="Heard.", evidence_ids=[storage.label]), actor=human(alice))

    event = AuditEvent.objects.filter(project=acme).latest("seq")
    assert (event.type, event.object_id) == ("proposal.revised", str(proposal.public_id))
    assert event.actor["name"] == "alice"
    assert event.details == {"revision": 1, "added": ["reason", "evidence"]}


def test_evidence_that_came_after_the_approval_is_none_of_what_was_approved(
    acme: Project, alice: User, bob: User, storage: Memory
) -> None:
    late = make_memory(acme)
    asked = _asked(evidence_ids=[storage.label])
    proposal = propose(acme, asked, actor=page_agent(bob)).proposal
    approve(proposal, by=alice, revision=1)
    propose(acme, _asked(evidence_ids=[late.label]), actor=page_agent(bob))

    [memory] = apply(proposal, actor=page_agent(bob)).memories

    assert memory.evidence_ids == [str(storage.public_id)]
    assert str(late.public_id) in proposal.evidence_ids


def test_a_repeat_of_a_repeat_adds_nothing(acme: Project, bob: User, storage: Memory) -> None:
    again = _asked(reason="Heard.", evidence_ids=[storage.label])
    propose(acme, _asked(reason="Seen."), actor=page_agent(bob))
    propose(acme, again, actor=page_agent(bob))

    with nothing_changes():
        propose(acme, again, actor=page_agent(bob))


def test_evidence_that_a_repeat_added_reaches_the_memory(
    acme: Project, alice: User, bob: User, storage: Memory
) -> None:
    other = make_memory(acme)
    propose(acme, _asked(evidence_ids=[storage.label]), actor=page_agent(bob))
    again = propose(
        acme, _asked(evidence_ids=[storage.label, other.label]), actor=human(alice)
    ).proposal
    approve(again, by=alice, revision=1)

    [memory] = apply(again, actor=human(alice)).memories

    assert memory.evidence_ids == [str(storage.public_id), str(other.public_id)]


def test_a_repeat_of_approved_words_is_told_that_they_are_approved(
    acme: Project, alice: User, bob: User
) -> None:
    proposal = propose(acme, _asked(), actor=page_agent(bob)).proposal
    approve(proposal, by=alice, revision=1)

    again = propose(acme, _asked(), actor=page_agent(bob))

    assert (again.duplicate, again.proposal.status) == (True, Status.APPROVED)


def test_what_was_withdrawn_may_be_proposed_anew(acme: Project, bob: User) -> None:
    make_proposal(acme, "Ships are blue.", status=Status.WITHDRAWN, by=bob)

    with leaves(acme, "proposal.created"):
        anew = propose(acme, _asked(), actor=page_agent(bob))

    assert not anew.duplicate
