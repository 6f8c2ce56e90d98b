"""A caller's Idempotency-Key: one effect a key, whatever came of it meanwhile."""

import pytest

from memory.actors import Actor, human, page_agent
from memory.errors import IdempotencyConflict, NoChange
from memory.models import Project, User
from proposals.changes import Asked, parse_asked
from proposals.models import Proposal
from proposals.services.propose import Proposed, propose
from proposals.services.retries import Retry
from proposals.services.review import reject
from proposals.states import Status
from tests.factories import make_memory
from tests.proposals.conftest import Clock
from tests.proposals.traces import nothing_changes


def _asked(content: str) -> Asked:
    return parse_asked({"operation": "create", "kind": "fact", "content": content})


def _send(
    project: Project, actor: Actor, content: str = "Ships are blue.", key: str = "k1"
) -> Proposed:
    retry = Retry("propose_memory_change", key, body_digest=f"digest of {content}")
    return propose(project, _asked(content), actor=actor, retry=retry)


def test_the_same_call_again_is_one_effect_and_says_so(acme: Project, bob: User) -> None:
    first = _send(acme, page_agent(bob))

    with nothing_changes():
        again = _send(acme, page_agent(bob))

    assert (again.proposal, again.duplicate, first.duplicate) == (first.proposal, True, False)


def test_a_retry_answers_with_the_state_of_now(acme: Project, alice: User, bob: User) -> None:
    first = _send(acme, page_agent(bob)).proposal
    reject(first, by=alice, revision=1, reason="No.")

    with nothing_changes():
        again = _send(acme, page_agent(bob))

    assert (again.proposal, again.proposal.status) == (first, Status.REJECTED)


def test_the_same_key_for_other_words_is_a_conflict(acme: Project, bob: User) -> None:
    _send(acme, page_agent(bob))

    with nothing_changes(), pytest.raises(IdempotencyConflict):
        _send(acme, page_agent(bob), "Boats are red.")


def test_a_key_belongs_to_one_credential_and_one_project(
    acme: Project, elsewhere: Project, alice: User, bob: User, charlie: User
) -> None:
    sent = [
        _send(acme, page_agent(bob), "One."),
        _send(acme, human(bob), "Two."),
        _send(acme, page_agent(alice), "Three."),
        _send(elsewhere, page_agent(charlie), "Four."),
    ]

    assert not any(one.duplicate for one in sent)
    assert Proposal.objects.count() == 4


def test_a_refused_call_leaves_its_key_free(acme: Project, bob: User) -> None:
    make_memory(acme, "Ships are blue.")
    with nothing_changes(), pytest.raises(NoChange):
        _send(acme, page_agent(bob), "Ships are blue.")

    assert not _send(acme, page_agent(bob), "Boats are red.").duplicate


def test_a_key_of_a_repeat_is_remembered_too(acme: Project, bob: User) -> None:
    first = propose(acme, _asked("Ships are blue."), actor=page_agent(bob)).proposal

    assert _send(acme, page_agent(bob), "Ships are blue.").proposal == first
    with pytest.raises(IdempotencyConflict):
        _send(acme, page_agent(bob), "Boats are red.")


def test_a_key_is_kept_for_a_day(acme: Project, bob: User, clock: Clock) -> None:
    _send(acme, page_agent(bob), "Ships are blue.")
    clock.forward(hours=23, minutes=59)
    with pytest.raises(IdempotencyConflict):
        _send(acme, page_agent(bob), "Boats are red.")

    clock.forward(minutes=2)

    assert not _send(acme, page_agent(bob), "Boats are red.").duplicate
