"""A no is remembered by value, through every way back in."""

import pytest

from memory.actors import human, page_agent
from memory.audit import verify
from memory.errors import PreviouslyRejected
from memory.models import Memory, Project, User
from memory.services.projects import change_policy
from proposals.changes import Edited, parse_asked
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.propose import propose_batch
from proposals.services.review import approve, reject
from proposals.services.revise import revise
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal
from tests.proposals.asking import NO, ask_to_create, ask_to_update
from tests.proposals.conftest import Clock
from tests.proposals.traces import nothing_changes


def test_who_asks_again_reads_when_why_and_by_whom_it_was_refused(
    acme: Project, bob: User, storage: Memory, rejected: Proposal
) -> None:
    with nothing_changes(), pytest.raises(PreviouslyRejected) as refusal:
        ask_to_update(acme, storage, NO, page_agent(bob))

    said = refusal.value.data["rejected"]
    assert isinstance(said, dict)
    assert {name: said[name] for name in ("reason", "by_role", "proposal_id")} == {
        "reason": "We have no operator for it.",
        "by_role": "reviewer",
        "proposal_id": str(rejected.public_id),
    }
    assert said["at"].endswith("Z")
    assert "operator" not in refusal.value.message


def test_the_same_text_for_another_memory_or_project_may_be_proposed(
    acme: Project, bob: User, elsewhere: Project, charlie: User, rejected: Proposal
) -> None:
    other = make_memory(acme)

    assert ask_to_update(acme, other, NO, page_agent(bob)).status == Status.PENDING
    assert ask_to_create(elsewhere, NO, page_agent(charlie)).status == Status.PENDING


def test_another_title_kind_or_tag_does_not_bring_it_back(
    acme: Project, bob: User, rejected: Proposal
) -> None:
    for fields in ({"title": "New"}, {"kind": "decision"}, {"tags": ["new"]}):
        with nothing_changes(), pytest.raises(PreviouslyRejected):
            ask_to_create(acme, NO, page_agent(bob), **fields)


def test_a_new_version_of_the_memory_does_not_bring_it_back(
    acme: Project, bob: User, storage: Memory, rejected: Proposal
) -> None:
    second = make_memory(acme, "Use SQLite.", supersedes=storage)
    third = make_memory(acme, "Use PostgreSQL.", supersedes=second)

    with nothing_changes(), pytest.raises(PreviouslyRejected):
        ask_to_update(acme, third, NO, page_agent(bob))


def test_a_no_to_a_later_version_holds_for_those_after_it(
    acme: Project, alice: User, bob: User, storage: Memory
) -> None:
    second = make_memory(acme, "Use SQLite.", supersedes=storage)
    reject(make_proposal(acme, NO, target=second), by=alice, revision=1, reason="No.")
    third = make_memory(acme, "Use PostgreSQL.", supersedes=second)

    with nothing_changes(), pytest.raises(PreviouslyRejected):
        ask_to_update(acme, third, NO, page_agent(bob))


def test_a_batch_does_not_bring_it_back(
    acme: Project, bob: User, storage: Memory, rejected: Proposal
) -> None:
    items = [
        parse_asked({"operation": "create", "kind": "fact", "content": "Ships."}),
        parse_asked({"operation": "update", "memory_id": storage.label, "content": NO.upper()}),
    ]

    with nothing_changes(), pytest.raises(PreviouslyRejected):
        propose_batch(acme, items, actor=human(bob))


@pytest.mark.parametrize("content", [NO, NO.lower()])
def test_an_edit_does_not_bring_it_back(
    acme: Project, alice: User, bob: User, storage: Memory, rejected: Proposal, content: str
) -> None:
    proposal = ask_to_update(acme, storage, "Use SQLite.", page_agent(bob))

    with nothing_changes(), pytest.raises(PreviouslyRejected):
        approve(proposal, by=alice, revision=1, edited=Edited(content=content))
    with nothing_changes(), pytest.raises(PreviouslyRejected):
        revise(proposal, by=bob, revision=1, edited=Edited(content=content))


def test_a_twin_that_waited_already_is_not_approved_after_the_no(
    acme: Project, alice: User, bob: User, storage: Memory
) -> None:
    twin = ask_to_create(acme, NO, page_agent(bob))
    first = ask_to_update(acme, storage, NO, page_agent(bob))
    reject(first, by=alice, revision=1, reason="No.")

    with nothing_changes(), pytest.raises(PreviouslyRejected):
        approve(twin, by=alice, revision=1)


def test_a_twin_that_was_approved_already_is_not_applied_after_the_no(
    acme: Project, alice: User, bob: User, storage: Memory
) -> None:
    twin = approve(ask_to_create(acme, NO, page_agent(bob)), by=alice, revision=1)
    first = ask_to_update(acme, storage, NO, page_agent(bob))
    reject(first, by=alice, revision=1, reason="No.")

    with nothing_changes(), pytest.raises(PreviouslyRejected):
        apply(twin, actor=page_agent(bob))


def test_laundering_through_another_memory_ends_at_the_lineage(
    acme: Project, bob: User, storage: Memory, rejected: Proposal
) -> None:
    other = make_memory(acme)
    make_memory(acme, NO, supersedes=other)

    with nothing_changes(), pytest.raises(PreviouslyRejected):
        ask_to_update(acme, storage, NO, page_agent(bob))
    assert verify(acme).broken_at is None


def test_what_was_rejected_is_what_stood_there_and_not_what_stood_before(
    acme: Project, alice: User, bob: User
) -> None:
    proposal = make_proposal(acme, "First words.", by=bob)
    revise(proposal, by=bob, revision=1, edited=Edited(content="Second words."))
    reject(proposal, by=alice, revision=2, reason="No.")

    assert ask_to_create(acme, "First words.", page_agent(bob)).status == Status.PENDING
    with nothing_changes(), pytest.raises(PreviouslyRejected):
        ask_to_create(acme, "Second words.", page_agent(bob))


def test_a_rejected_retirement_is_not_asked_for_again(
    acme: Project, alice: User, bob: User, storage: Memory
) -> None:
    other = make_memory(acme)
    proposal = make_proposal(acme, target=storage, operation=Operation.RETIRE, by=bob)
    reject(proposal, by=alice, revision=1, reason="We still use it.")

    with nothing_changes(), pytest.raises(PreviouslyRejected):
        make_proposal(acme, target=storage, operation=Operation.RETIRE, by=alice)
    assert make_proposal(acme, target=other, operation=Operation.RETIRE, by=bob)
    assert make_proposal(acme, "Use SQLite.", target=storage, by=bob)


def test_every_value_of_a_rejected_batch_is_remembered(acme: Project, alice: User) -> None:
    items = [
        parse_asked({"operation": "create", "kind": "fact", "content": content})
        for content in ("One.", "Two.")
    ]
    batch = propose_batch(acme, items, actor=human(alice)).proposal
    reject(batch, by=alice, revision=1, reason="No.")

    for content in ("one", "TWO!"):
        with nothing_changes(), pytest.raises(PreviouslyRejected):
            ask_to_create(acme, content, human(alice))


def test_a_no_does_not_wear_off(acme: Project, bob: User, rejected: Proposal, clock: Clock) -> None:
    clock.forward(days=3_650)

    with nothing_changes(), pytest.raises(PreviouslyRejected):
        ask_to_create(acme, NO, page_agent(bob))


def test_a_no_of_one_of_two_reviewers_is_remembered(
    acme: Project, alice: User, dora: User, bob: User
) -> None:
    change_policy(acme, by=alice, approvals_needed=2)
    proposal = make_proposal(acme, NO, by=bob)
    approve(proposal, by=alice, revision=1)
    reject(proposal, by=dora, revision=1, reason="No.")

    with nothing_changes(), pytest.raises(PreviouslyRejected):
        ask_to_create(acme, NO, page_agent(bob))
