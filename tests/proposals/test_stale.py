import pytest
from django.utils import timezone

from memory.actors import human, page_agent
from memory.errors import CameTooLate, ProposalStale
from memory.ids import new_id
from memory.models import AuditEvent, Memory, Project, User
from memory.services.projects import change_policy
from proposals.changes import Edited, parse_asked
from proposals.models import Proposal
from proposals.services.apply import apply, require_applied
from proposals.services.propose import propose_batch
from proposals.services.review import approve, reject
from proposals.services.revise import revise
from proposals.services.staleness import what_changed
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal
from tests.proposals.conftest import Clock
from tests.proposals.traces import leaves


def _change_unseen(memory: Memory) -> None:
    """The target ends without its rivals hearing of it."""
    Memory.objects.filter(pk=memory.pk).update(retired_at=timezone.now(), retired_by=new_id())


def _now(proposal: Proposal) -> Proposal:
    return Proposal.objects.get(pk=proposal.pk)


def test_rivals_go_stale_with_the_change_that_overtook_them(
    acme: Project, alice: User, bob: User, storage: Memory
) -> None:
    other = make_proposal(acme, "Boats are red.", target=make_memory(acme, "Boats are blue."))
    waiting = make_proposal(acme, "Use files.", target=storage, by=bob)
    approved = make_proposal(acme, "Use PostgreSQL.", target=storage, status=Status.APPROVED)
    retiring = make_proposal(acme, target=storage, operation=Operation.RETIRE)
    winner = make_proposal(acme, "Use SQLite.", target=storage, status=Status.APPROVED)

    with leaves(
        acme,
        "memory.recorded",
        "memory.superseded",
        "proposal.applied",
        *["proposal.stale"] * 3,
    ):
        [new] = apply(winner, actor=page_agent(bob)).memories

    for rival in (waiting, approved, retiring):
        assert (_now(rival).status, _now(rival).overtaken_by) == (Status.STALE, new)
    assert _now(other).status == Status.PENDING
    event = AuditEvent.objects.filter(type="proposal.stale").first()
    assert event
    assert event.details["overtaken_by"] == str(new.public_id)
    assert str(winner.public_id) in event.details["cause"]


def test_rivals_of_a_retirement_go_stale_and_nothing_overtook_them(
    acme: Project, alice: User, storage: Memory
) -> None:
    rival = make_proposal(acme, "Use files.", target=storage)

    make_proposal(acme, target=storage, operation=Operation.RETIRE, status=Status.APPLIED)

    assert (_now(rival).status, _now(rival).overtaken_by) == (Status.STALE, None)
    assert {"field": "retired", "was": False, "is": True} in what_changed(_now(rival))


def test_a_batch_is_a_rival_by_any_of_its_targets(
    acme: Project, alice: User, storage: Memory
) -> None:
    other = make_memory(acme)
    items = [
        parse_asked({"operation": "retire", "memory_id": other.label}),
        parse_asked({"operation": "update", "memory_id": storage.label, "content": "Use files."}),
    ]
    batch = propose_batch(acme, items, actor=human(alice)).proposal
    rival = make_proposal(acme, "Kept.", target=other)

    new = make_memory(acme, "Use SQLite.", supersedes=storage)

    assert (_now(batch).status, _now(batch).overtaken_by) == (Status.STALE, new)
    assert _now(rival).status == Status.PENDING


def test_a_rival_overtaken_twice_names_what_took_a_place_and_not_what_only_ended(
    acme: Project, alice: User, storage: Memory
) -> None:
    other = make_memory(acme)
    rival = propose_batch(
        acme,
        [
            parse_asked({"operation": "retire", "memory_id": storage.label}),
            parse_asked({"operation": "update", "memory_id": other.label, "content": "Kept."}),
        ],
        actor=human(alice),
    ).proposal
    winner = propose_batch(
        acme,
        [
            parse_asked({"operation": "retire", "memory_id": storage.label}),
            parse_asked({"operation": "update", "memory_id": other.label, "content": "Changed."}),
        ],
        actor=human(alice),
    ).proposal
    approve(winner, by=alice, revision=1)

    [new] = apply(winner, actor=human(alice)).memories

    assert (_now(rival).status, _now(rival).overtaken_by) == (Status.STALE, new)


def test_a_target_that_moved_makes_an_approval_an_end(
    acme: Project, alice: User, storage: Memory
) -> None:
    proposal = make_proposal(acme, "Use SQLite.", target=storage)
    _change_unseen(storage)

    with leaves(acme, "proposal.stale"):
        seen = approve(proposal, by=alice, revision=1, edited=Edited(content="Use files."))

    assert (seen.status, seen.revision, seen.reviews.count()) == (Status.STALE, 1, 0)
    assert seen.decided_at


def test_a_target_that_moved_makes_a_revision_an_end(
    acme: Project, bob: User, storage: Memory
) -> None:
    proposal = make_proposal(acme, "Use SQLite.", target=storage, by=bob)
    _change_unseen(storage)

    with leaves(acme, "proposal.stale"):
        seen = revise(proposal, by=bob, revision=1, edited=Edited(content="Use files."))

    assert (seen.status, seen.revision) == (Status.STALE, 1)


@pytest.mark.parametrize("operation", [Operation.UPDATE, Operation.RETIRE])
def test_a_target_that_moved_is_not_changed_by_an_approved_proposal(
    acme: Project, bob: User, storage: Memory, operation: Operation
) -> None:
    proposal = make_proposal(acme, target=storage, operation=operation, status=Status.APPROVED)
    _change_unseen(storage)
    before = list(Memory.objects.values())

    with leaves(acme, "proposal.stale"):
        outcome = apply(proposal, actor=page_agent(bob))

    assert (outcome.proposal.status, outcome.memories) == (Status.STALE, [])
    assert _now(proposal).status == Status.STALE
    assert list(Memory.objects.values()) == before


def test_an_old_approval_does_not_pass_for_what_came_after(
    acme: Project, bob: User, storage: Memory
) -> None:
    first = make_proposal(acme, "Use files.", target=storage, status=Status.APPROVED)
    new = make_memory(acme, "Use SQLite.", supersedes=storage)

    with pytest.raises(ProposalStale) as refusal:
        require_applied(apply(first, actor=page_agent(bob)))

    assert refusal.value.data == {
        "changed": [{"field": "content", "was": storage.content, "is": "Use SQLite."}],
        "overtaken_by": str(new.public_id),
    }


def test_what_changed_names_each_field_and_no_other(
    acme: Project, storage: Memory, bob: User
) -> None:
    proposal = make_proposal(acme, "Use files.", target=storage, by=bob)
    new = make_memory(
        acme,
        "Use SQLite.",
        supersedes=storage,
        title="Store",
        tags=["storage"],
        links=[{"type": "relates_to", "memory_id": storage.label}],
    )

    changed = {one["field"]: (one["was"], one["is"]) for one in what_changed(_now(proposal))}

    assert changed == {
        "title": ("Storage", "Store"),
        "content": (storage.content, "Use SQLite."),
        "tags": (["storage", "graph"], ["storage"]),
        "links": ([], new.links),
    }


def test_nothing_changed_for_a_proposal_that_stands(acme: Project, storage: Memory) -> None:
    assert what_changed(make_proposal(acme, "Use files.", target=storage)) == []


def test_the_clock_alone_makes_nothing_stale(
    acme: Project, alice: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = make_memory(acme, "Then.", valid_from="2020-01-01", valid_until="2100-01-01")
    proposal = make_proposal(
        acme, "Now.", target=memory, status=Status.APPROVED, valid_until="never"
    )
    clock.forward(days=365 * 90)

    assert apply(proposal, actor=human(alice)).proposal.status == Status.APPLIED


def test_words_whose_kept_end_has_passed_are_not_applied(
    acme: Project, alice: User, clock: Clock
) -> None:
    memory = make_memory(acme, "Then.", valid_from="2020-01-01", valid_until="2100-01-01")
    proposal = make_proposal(acme, "Now.", target=memory, status=Status.APPROVED)
    clock.forward(days=365 * 90)

    assert apply(proposal, actor=human(alice)).proposal.status == Status.STALE
    assert [one.content for one in acme.memories.filter(lineage=memory.lineage)] == ["Then."]


def test_stale_is_the_end(acme: Project, alice: User, storage: Memory) -> None:
    change_policy(acme, by=alice, approvals_needed=1)
    proposal = make_proposal(acme, target=storage, status=Status.STALE)

    with pytest.raises(CameTooLate):
        reject(proposal, by=alice, revision=1, reason="No.")
    assert apply(proposal, actor=human(alice)).proposal.status == Status.STALE
