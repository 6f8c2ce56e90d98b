from memory.actors import human, page_agent
from memory.authority import Authority, Instant
from memory.models import Edge, Memory, Project, User
from memory.services.recall import recall
from proposals.services.apply import apply
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal
from tests.proposals.traces import leaves, nothing_changes


def test_a_retired_memory_ends_and_nothing_takes_its_place(
    acme: Project, bob: User, storage: Memory
) -> None:
    sibling = make_memory(acme, "Neo4j needs a licence.")
    proposal = make_proposal(
        acme, target=storage, operation=Operation.RETIRE, status=Status.APPROVED
    )

    with leaves(acme, "memory.retired", "proposal.applied"):
        outcome = apply(proposal, actor=page_agent(bob))

    assert (outcome.proposal.status, outcome.memories, outcome.proposal.result) == (
        Status.APPLIED,
        [],
        None,
    )
    ended = Memory.objects.at(Instant.now()).get(pk=storage.pk)
    assert (ended.authority, ended.retired_by) == (Authority.RETIRED, proposal.public_id)
    assert recall(acme, "Neo4j", instant=Instant.now()).memories == [sibling]
    assert not Edge.objects.exists()


def test_the_words_of_a_retired_memory_stay_as_they_were(
    acme: Project, alice: User, storage: Memory
) -> None:
    before = Memory.objects.values().get(pk=storage.pk)
    proposal = make_proposal(
        acme, target=storage, operation=Operation.RETIRE, status=Status.APPROVED
    )

    apply(proposal, actor=human(alice))

    after = Memory.objects.values().get(pk=storage.pk)
    assert {name for name in after if after[name] != before[name]} == {"retired_at", "retired_by"}


def test_a_retirement_applied_again_changes_nothing(
    acme: Project, alice: User, storage: Memory
) -> None:
    proposal = make_proposal(
        acme, target=storage, operation=Operation.RETIRE, status=Status.APPLIED
    )

    with nothing_changes():
        again = apply(proposal, actor=human(alice))

    assert (again.already_applied, again.memories) == (True, [])


def test_retiring_a_version_does_not_revive_the_one_before(acme: Project, storage: Memory) -> None:
    second = make_memory(acme, "Use SQLite.", supersedes=storage)

    make_proposal(acme, target=second, operation=Operation.RETIRE, status=Status.APPLIED)

    assert not Memory.objects.authoritative(Instant.now()).exists()
    assert Memory.objects.at(Instant.now()).get(pk=storage.pk).authority == Authority.SUPERSEDED
