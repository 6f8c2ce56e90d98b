"""Whatever write fails, everything is as it was: no verb has a half."""

from collections.abc import Callable

import pytest

from memory.actors import human, page_agent
from memory.audit import verify
from memory.authority import Instant
from memory.models import Memory, Project, User
from memory.services.projects import change_policy
from memory.services.recall import recall
from proposals.changes import Edited, parse_asked
from proposals.models import Proposal
from proposals.services import staleness
from proposals.services.apply import apply
from proposals.services.propose import propose, propose_batch
from proposals.services.rejections import lift
from proposals.services.retries import Retry
from proposals.services.review import approve, reject, revoke
from proposals.services.revise import revise
from proposals.services.withdraw import withdraw
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal
from tests.proposals.faults import Fault, every_fault, failing_at
from tests.proposals.traces import everything, nothing_changes

Decide = Callable[[Proposal, User], object]

NEW = Edited(content="Use PostgreSQL.")
DECISIONS: dict[str, tuple[Status, Decide]] = {
    "approve": (Status.PENDING, lambda one, by: approve(one, by=by, revision=1)),
    "edit and approve": (
        Status.PENDING,
        lambda one, by: approve(one, by=by, revision=1, edited=NEW),
    ),
    "reject": (Status.PENDING, lambda one, by: reject(one, by=by, revision=1, reason="No.")),
    "revise": (Status.APPROVED, lambda one, by: revise(one, by=by, revision=1, edited=NEW)),
    "revoke": (Status.APPROVED, lambda one, by: revoke(one, by=by, revision=1)),
    "withdraw": (Status.APPROVED, lambda one, by: withdraw(one, by=by, revision=1)),
    "lift": (Status.REJECTED, lambda one, by: lift(one, by=by)),
    "apply": (Status.APPROVED, lambda one, by: apply(one, actor=human(by))),
}


def _unharmed() -> Callable[[], None]:
    before = everything()

    def check() -> None:
        after = everything()
        assert [name for name in after if after[name] != before[name]] == []

    return check


@pytest.mark.parametrize("name", DECISIONS)
def test_a_decision_whose_write_fails_was_never_made(
    acme: Project, alice: User, storage: Memory, name: str
) -> None:
    status, decide = DECISIONS[name]
    change_policy(acme, by=alice, approval_days=3)
    proposal = make_proposal(acme, "Use SQLite.", target=storage, status=status)

    failed = every_fault(lambda: decide(proposal, alice), _unharmed())

    assert failed >= 3
    assert verify(acme).broken_at is None


def test_a_proposal_whose_write_fails_was_never_made(
    acme: Project, bob: User, storage: Memory
) -> None:
    asked = parse_asked(
        {"operation": "update", "memory_id": storage.label, "content": "Use SQLite."}
    )
    retry = Retry("propose_memory_change", "key", "digest")

    failed = every_fault(
        lambda: propose(acme, asked, actor=page_agent(bob), retry=retry), _unharmed()
    )

    assert failed >= 5
    assert Proposal.objects.get(target=storage, status=Status.PENDING).number == 2


def test_an_application_whose_write_fails_leaves_the_old_memory_true(
    acme: Project, bob: User, storage: Memory
) -> None:
    make_proposal(acme, "Use files.", target=storage)
    proposal = make_proposal(
        acme,
        "Use SQLite.",
        target=storage,
        status=Status.APPROVED,
        links=[{"type": "relates_to", "memory_id": make_memory(acme).label}],
    )
    unharmed = _unharmed()

    def check() -> None:
        unharmed()
        assert recall(acme, "Neo4j", instant=Instant.now()).memories == [storage]
        assert Proposal.objects.get(pk=proposal.pk).status == Status.APPROVED
        assert verify(acme).broken_at is None

    failed = every_fault(lambda: apply(proposal, actor=page_agent(bob)), check)

    assert failed >= 9
    assert [one.content for one in recall(acme, "SQLite", instant=Instant.now()).memories] == [
        "Use SQLite."
    ]


def test_a_batch_is_applied_whole_or_not_at_all(
    acme: Project, alice: User, storage: Memory
) -> None:
    items = [
        parse_asked({"operation": "create", "kind": "fact", "content": "Ships."}),
        parse_asked({"operation": "update", "memory_id": storage.label, "content": "Use SQLite."}),
        parse_asked({"operation": "retire", "memory_id": make_memory(acme).label}),
    ]
    batch = propose_batch(acme, items, actor=human(alice)).proposal
    approve(batch, by=alice, revision=1)

    failed = every_fault(lambda: apply(batch, actor=human(alice)), _unharmed())

    assert failed >= 9
    true = {one.content for one in Memory.objects.authoritative(Instant.now())}
    assert true == {"Ships.", "Use SQLite."}


def test_a_late_step_that_fails_undoes_the_early_ones(
    acme: Project, bob: User, storage: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_proposal(acme, "Use files.", target=storage)
    proposal = make_proposal(acme, "Use SQLite.", target=storage, status=Status.APPROVED)

    def fail(*_: object, **__: object) -> None:
        raise Fault

    with monkeypatch.context() as patch:
        patch.setattr(staleness, "make_stale", fail)
        with nothing_changes(), pytest.raises(Fault):
            apply(proposal, actor=page_agent(bob))

    assert apply(proposal, actor=page_agent(bob)).proposal.status == Status.APPLIED


def test_a_retirement_whose_write_fails_leaves_the_memory_true(
    acme: Project, alice: User, storage: Memory
) -> None:
    proposal = make_proposal(
        acme, target=storage, operation=Operation.RETIRE, status=Status.APPROVED
    )

    with nothing_changes(), pytest.raises(Fault), failing_at(2):
        apply(proposal, actor=human(alice))

    assert recall(acme, "Neo4j", instant=Instant.now()).memories == [storage]
