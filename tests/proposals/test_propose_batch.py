import pytest

from memory import limits
from memory.actors import human, page_agent, system
from memory.errors import Forbidden, InvalidInput, NoChange, NotFound
from memory.models import Memory, Project, User
from proposals.changes import Asked, parse_asked
from proposals.services.propose import propose_batch
from proposals.states import Operation, Status
from tests.factories import make_memory
from tests.proposals.traces import leaves, nothing_changes


def _create(content: str, **fields: object) -> Asked:
    return parse_asked({"operation": "create", "kind": "fact", "content": content, **fields})


def _update(memory: Memory, content: str) -> Asked:
    return parse_asked({"operation": "update", "memory_id": memory.label, "content": content})


def _retire(memory: Memory) -> Asked:
    return parse_asked({"operation": "retire", "memory_id": memory.label})


def test_a_batch_is_one_proposal_with_its_changes_in_order(
    acme: Project, bob: User, storage: Memory
) -> None:
    old = make_memory(acme, "Boats are red.")
    items = [_create("Ships are blue."), _update(storage, "Use SQLite."), _retire(old)]

    with leaves(acme, "proposal.created"):
        proposal = propose_batch(acme, items, actor=page_agent(bob), reason="Cleaned.").proposal

    assert (proposal.status, proposal.operation) == (Status.PENDING, Operation.BATCH)
    assert [change.operation for change in proposal.current.parsed] == [
        "create",
        "update",
        "retire",
    ]
    assert {one.memory for one in proposal.targets.all()} == {storage, old}
    assert proposal.current.reason == "Cleaned."


@pytest.mark.parametrize("size", [0, limits.BATCH + 1])
def test_a_batch_holds_something_and_not_too_much(acme: Project, bob: User, size: int) -> None:
    items = [_create("Ships are blue.")] * size

    with nothing_changes(), pytest.raises(InvalidInput):
        propose_batch(acme, items, actor=human(bob))


@pytest.mark.parametrize("reason", ["Cleaned\x00", "c" * 4_001])
def test_a_batch_with_an_unfit_reason_is_refused(acme: Project, bob: User, reason: str) -> None:
    items = [_create("Ships are blue.")]

    with nothing_changes(), pytest.raises(InvalidInput) as refusal:
        propose_batch(acme, items, actor=human(bob), reason=reason)

    assert list(refusal.value.fields) == ["reason"]


@pytest.mark.parametrize("pair", ["update, update", "update, retire"])
def test_a_batch_changes_a_memory_once(
    acme: Project, bob: User, storage: Memory, pair: str
) -> None:
    second = _retire(storage) if pair.endswith("retire") else _update(storage, "Use PostgreSQL.")

    with nothing_changes(), pytest.raises(InvalidInput) as refusal:
        propose_batch(acme, [_update(storage, "Use SQLite."), second], actor=human(bob))

    assert list(refusal.value.fields) == ["changes"]


def test_one_wrong_item_refuses_the_whole_batch(acme: Project, bob: User, storage: Memory) -> None:
    wrong = parse_asked({"operation": "retire", "memory_id": "M-404"})

    with nothing_changes(), pytest.raises(NotFound):
        propose_batch(acme, [_create("Ships are blue."), wrong], actor=human(bob))


def test_names_let_links_of_a_batch_refer_to_what_it_makes(acme: Project, bob: User) -> None:
    items = [
        _create("Ships.", links=[{"type": "part_of", "memory_id": "harbour"}]),
        _create("Harbour."),
    ]

    proposal = propose_batch(acme, items, actor=human(bob), names={1: "harbour"}).proposal

    ship, harbour = proposal.current.parsed
    assert ship.words
    assert [link.memory_id for link in ship.words.links] == [str(harbour.memory_id)]


def test_a_new_memory_of_a_batch_does_not_link_to_itself(acme: Project, bob: User) -> None:
    items = [_create("Ships.", links=[{"type": "part_of", "memory_id": "ship"}])]

    with nothing_changes(), pytest.raises(InvalidInput) as refusal:
        propose_batch(acme, items, actor=human(bob), names={0: "ship"})

    assert list(refusal.value.fields) == ["links"]


def test_a_link_to_a_retirement_of_the_batch_is_refused(
    acme: Project, bob: User, storage: Memory
) -> None:
    items = [
        _retire(storage),
        _create("Ships.", links=[{"type": "part_of", "memory_id": "gone"}]),
    ]

    with nothing_changes(), pytest.raises(NotFound):
        propose_batch(acme, items, actor=human(bob), names={0: "gone"})


def test_a_batch_does_not_repeat_what_is_true_already(acme: Project, bob: User) -> None:
    make_memory(acme, "Ships are blue.")
    items = [_create("Ships are blue."), _create("Ships are blue.", kind="note")]

    with nothing_changes(), pytest.raises(NoChange):
        propose_batch(acme, items, actor=human(bob))


def test_only_a_demo_takes_proposals_of_the_system(acme: Project) -> None:
    with nothing_changes(), pytest.raises(Forbidden):
        propose_batch(acme, [_create("Ships are blue.")], actor=system("seed"))
