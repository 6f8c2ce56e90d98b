import pytest

from memory.actors import human, page_agent, system
from memory.audit import verify
from memory.authority import Authority, Instant
from memory.errors import Forbidden, NotFound
from memory.kinds import EdgeType
from memory.models import Edge, Memory, Project, User
from memory.services.projects import change_policy, close_project
from memory.services.recall import recall
from proposals.changes import Edited
from proposals.services.apply import apply
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import make_memory, make_proposal
from tests.proposals.traces import leaves, nothing_changes


def _authority(memory: Memory) -> str | None:
    return Memory.objects.at(Instant.now()).get(pk=memory.pk).authority


def test_a_new_memory_is_recorded_and_true(acme: Project, bob: User) -> None:
    proposal = make_proposal(acme, "Ships are blue.", status=Status.APPROVED, title="Ships")

    with leaves(acme, "memory.recorded", "proposal.applied"):
        outcome = apply(proposal, actor=page_agent(bob))

    [memory] = outcome.memories
    assert (outcome.proposal.status, outcome.already_applied) == (Status.APPLIED, False)
    assert outcome.proposal.result == memory
    assert outcome.proposal.applied_at == memory.recorded_at
    assert (memory.label, memory.version, memory.lineage) == ("M-001", 1, memory.public_id)
    assert _authority(memory) == Authority.AUTHORITATIVE
    assert verify(acme).broken_at is None


def test_a_changed_memory_takes_its_predecessors_place(
    acme: Project, bob: User, storage: Memory
) -> None:
    proposal = make_proposal(acme, "Use SQLite.", target=storage, status=Status.APPROVED)

    with leaves(acme, "memory.recorded", "memory.superseded", "proposal.applied"):
        [new] = apply(proposal, actor=page_agent(bob)).memories

    assert (new.lineage, new.version) == (storage.lineage, 2)
    assert (_authority(storage), _authority(new)) == (
        Authority.SUPERSEDED,
        Authority.AUTHORITATIVE,
    )
    found = recall(acme, "Neo4j primary store", instant=Instant.now()).memories
    assert storage not in found
    assert recall(acme, "SQLite", instant=Instant.now()).memories == [new]


def test_a_reader_that_began_before_a_change_finds_what_was_true_then(
    acme: Project, storage: Memory
) -> None:
    began = Instant.now()
    make_memory(acme, "Use SQLite as the primary store.", supersedes=storage)

    assert recall(acme, "primary store", instant=began).memories == [storage]


def test_the_update_tells_how_it_came(
    acme: Project, alice: User, bob: User, dora: User, storage: Memory
) -> None:
    proof = make_memory(acme, "We have 40 notes.")
    change_policy(acme, by=alice, approvals_needed=2)
    proposal = make_proposal(
        acme, "Use SQLite.", target=storage, by=bob, reason="Simpler.", evidence_ids=[proof.label]
    )
    approve(proposal, by=alice, revision=1, edited=Edited(content="Use SQLite by default."))
    approve(proposal, by=dora, revision=2)

    [new] = apply(proposal, actor=human(alice)).memories

    edge = Edge.objects.get(type=EdgeType.UPDATES)
    assert (edge.source, edge.target, edge.digest) == (new, storage, new.digest)
    assert edge.proposal_id == new.proposal_id == proposal.public_id
    assert edge.proposed_by == new.proposed_by
    assert edge.proposed_by["on_behalf_of"] == "bob"
    assert edge.reviewers == new.approved_by
    assert [(one["name"], one["edited"], one["confirmed_with"]) for one in edge.reviewers] == [
        ("alice", True, "click"),
        ("dora", False, "click"),
    ]
    assert (edge.reason, edge.evidence_ids) == ("Simpler.", [str(proof.public_id)])
    assert new.applied_by["name"] == "alice"


def test_the_same_application_again_is_one_effect_and_says_so(
    acme: Project, alice: User, bob: User, storage: Memory
) -> None:
    proposal = make_proposal(acme, "Use SQLite.", target=storage, status=Status.APPROVED)
    first = apply(proposal, actor=page_agent(bob))

    for actor in (page_agent(bob), human(alice)):
        with nothing_changes():
            again = apply(proposal, actor=actor)
        assert (again.already_applied, again.memories) == (True, first.memories)
        assert again.proposal.status == Status.APPLIED


def test_an_application_repeated_after_a_later_change_names_what_it_made_then(
    acme: Project, bob: User, storage: Memory
) -> None:
    proposal = make_proposal(acme, "Use SQLite.", target=storage, status=Status.APPROVED)
    [made] = apply(proposal, actor=page_agent(bob)).memories
    make_memory(acme, "Use PostgreSQL.", supersedes=made)

    with nothing_changes():
        again = apply(proposal, actor=page_agent(bob))

    assert (again.memories, _authority(made)) == ([made], Authority.SUPERSEDED)


def test_only_the_target_of_a_change_changes(acme: Project, bob: User, storage: Memory) -> None:
    others = [
        make_memory(acme, "Neo4j holds the graph.", title="Storage", kind="decision"),
        make_memory(acme, "SQLite is the primary store of the pilot."),
        make_memory(acme, "Use files.", links=[{"type": "depends_on", "memory_id": "M-001"}]),
    ]
    proposal = make_proposal(
        acme,
        "Use SQLite as the primary store; M-002, M-003 and Neo4j holds the graph.",
        target=storage,
        status=Status.APPROVED,
    )
    untouched = Memory.objects.exclude(pk=storage.pk).order_by("pk").values()
    before = list(untouched)
    true_before = Memory.objects.authoritative(Instant.now()).count()

    apply(proposal, actor=page_agent(bob))

    assert list(untouched.all())[: len(before)] == before
    assert {_authority(one) for one in others} == {Authority.AUTHORITATIVE}
    assert Memory.objects.authoritative(Instant.now()).count() == true_before
    found = recall(acme, "primary graph files", instant=Instant.now(), limit=50).memories
    assert {*others} < {*found}


def test_who_may_only_look_applies_nothing(acme: Project, vera: User, charlie: User) -> None:
    proposal = make_proposal(acme, status=Status.APPROVED)

    for actor, refusal in (
        (human(vera), Forbidden),
        (page_agent(vera), Forbidden),
        (human(charlie), NotFound),
        (page_agent(charlie), NotFound),
        (system("waggle"), Forbidden),
    ):
        with nothing_changes(), pytest.raises(refusal):
            apply(proposal, actor=actor)


def test_nothing_is_applied_in_a_closed_project(acme: Project, alice: User) -> None:
    proposal = make_proposal(acme, status=Status.APPROVED)
    close_project(acme, actor=human(alice))

    with nothing_changes(), pytest.raises(Forbidden):
        apply(proposal, actor=human(alice))


@pytest.mark.parametrize("end", ["retired", "superseded"])
def test_an_updates_edge_from_elsewhere_demotes_nothing(
    acme: Project, storage: Memory, end: str
) -> None:
    source = make_memory(acme)
    if end == "superseded":
        make_memory(acme, supersedes=source)
    else:
        Memory.objects.filter(pk=source.pk).update(
            retired_at=source.recorded_at, retired_by=source.proposal_id
        )

    Edge.objects.create(
        project=acme,
        type=EdgeType.UPDATES,
        source=source,
        target=storage,
        created_at=source.recorded_at,
    )

    assert _authority(storage) == Authority.AUTHORITATIVE
    assert recall(acme, "Neo4j", instant=Instant.now()).memories == [storage]
