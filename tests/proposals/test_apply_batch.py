from memory.actors import human, page_agent
from memory.audit import verify
from memory.authority import Instant
from memory.models import Memory, Project, User
from memory.services.recall import recall
from proposals.changes import Asked, parse_asked
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.propose import propose_batch
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import make_memory, make_proposal
from tests.proposals.traces import leaves, nothing_changes


def _asked(operation: str, **fields: object) -> Asked:
    kind = {"kind": "fact"} if operation == "create" else {}
    return parse_asked({"operation": operation, **kind, **fields})


def _mixed(project: Project, storage: Memory, other: Memory, by: User) -> Proposal:
    items = [
        _asked("create", content="Ships.", links=[{"type": "part_of", "memory_id": "harbour"}]),
        _asked("update", content="Use SQLite.", memory_id=storage.label),
        _asked("retire", memory_id=other.label),
        _asked("create", content="Harbour."),
    ]
    batch = propose_batch(project, items, actor=human(by), names={3: "harbour"}).proposal
    return approve(batch, by=by, revision=1)


def test_a_batch_makes_all_its_changes_in_their_order(
    acme: Project, alice: User, bob: User, storage: Memory
) -> None:
    other = make_memory(acme, "Boats are red.")
    batch = _mixed(acme, storage, other, alice)

    with leaves(
        acme,
        "memory.recorded",
        "memory.recorded",
        "memory.superseded",
        "memory.recorded",
        "memory.retired",
        "proposal.applied",
    ):
        outcome = apply(batch, actor=page_agent(bob))

    assert [one.content for one in outcome.memories] == ["Ships.", "Use SQLite.", "Harbour."]
    ship, sqlite, harbour = outcome.memories
    assert ship.outgoing.get().target == harbour
    true = set(Memory.objects.authoritative(Instant.now()))
    assert true == {ship, sqlite, harbour}
    assert outcome.proposal.result is None
    assert verify(acme).broken_at is None


def test_one_target_that_moved_stops_the_whole_batch(
    acme: Project, alice: User, storage: Memory
) -> None:
    other = make_memory(acme, "Boats are red.")
    batch = _mixed(acme, storage, other, alice)
    Memory.objects.filter(pk=other.pk).update(
        retired_at=other.recorded_at, retired_by=other.proposal_id
    )
    before = list(Memory.objects.values())

    with leaves(acme, "proposal.stale"):
        outcome = apply(batch, actor=human(alice))

    assert (outcome.proposal.status, outcome.memories) == (Status.STALE, [])
    assert list(Memory.objects.values()) == before


def test_rivals_of_every_target_of_a_batch_go_stale(
    acme: Project, alice: User, storage: Memory
) -> None:
    other = make_memory(acme, "Boats are red.")
    rivals = [make_proposal(acme, target=storage), make_proposal(acme, target=other)]

    outcome = apply(_mixed(acme, storage, other, alice), actor=human(alice))

    seen = [Proposal.objects.get(pk=rival.pk) for rival in rivals]
    assert [one.status for one in seen] == [Status.STALE] * 2
    assert [one.overtaken_by for one in seen] == [outcome.memories[1], None]


def test_a_batch_applied_again_names_all_that_it_made(
    acme: Project, alice: User, storage: Memory
) -> None:
    batch = _mixed(acme, storage, make_memory(acme), alice)
    first = apply(batch, actor=human(alice))

    with nothing_changes():
        again = apply(batch, actor=human(alice))

    assert (again.already_applied, again.memories) == (True, first.memories)


def test_the_same_batch_again_is_the_same_proposal(acme: Project, alice: User) -> None:
    items = [_asked("create", content="One."), _asked("create", content="Two.")]
    first = propose_batch(acme, items, actor=human(alice)).proposal

    with nothing_changes():
        again = propose_batch(acme, items, actor=human(alice))

    assert (again.proposal, again.duplicate) == (first, True)


def test_nothing_of_a_batch_is_true_before_it_is_applied(
    acme: Project, alice: User, storage: Memory
) -> None:
    _mixed(acme, storage, make_memory(acme, "Boats."), alice)

    found = recall(acme, "ships harbour sqlite neo4j", instant=Instant.now(), limit=50).memories

    assert found == [storage]
