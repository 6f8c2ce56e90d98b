import pytest

from memory.actors import page_agent
from memory.errors import InvalidInput, NotFound
from memory.kinds import ASKABLE_EDGES, EdgeType
from memory.models import Edge, Memory, Project, User
from proposals.changes import Asked, parse_asked
from proposals.services.evidence import cited
from proposals.services.propose import propose
from tests.factories import make_memory, make_proposal
from tests.proposals.traces import nothing_changes


def test_a_link_is_named_by_id_or_number(acme: Project, storage: Memory) -> None:
    proposal = make_proposal(
        acme,
        links=[
            {"type": "relates_to", "memory_id": storage.label},
            {"type": "part_of", "memory_id": str(storage.public_id)},
        ],
    )

    words = proposal.current.words
    assert words
    assert [link.memory_id for link in words.links] == [str(storage.public_id)] * 2


@pytest.mark.parametrize("edge", ASKABLE_EDGES)
def test_every_link_but_updates_may_be_asked_for(
    acme: Project, storage: Memory, edge: EdgeType
) -> None:
    memory = make_memory(acme, links=[{"type": edge, "memory_id": storage.label}])

    assert [(one.type, one.target) for one in memory.outgoing.all()] == [(edge, storage)]


def test_updates_is_made_by_applying_and_never_by_asking(acme: Project, storage: Memory) -> None:
    with pytest.raises(InvalidInput) as refusal:
        parse_asked(
            {
                "operation": "create",
                "kind": "fact",
                "content": "Use SQLite.",
                "links": [{"type": "updates", "memory_id": storage.label}],
            }
        )

    assert "never by asking" in str(refusal.value.fields)
    assert not Edge.objects.filter(type=EdgeType.UPDATES).exists()


def test_one_link_under_two_names_is_still_one(acme: Project, storage: Memory) -> None:
    links = [
        {"type": "relates_to", "memory_id": storage.label},
        {"type": "relates_to", "memory_id": str(storage.public_id)},
    ]

    with nothing_changes(), pytest.raises(InvalidInput) as refusal:
        make_proposal(acme, links=links)

    assert refusal.value.fields == {"links": "names one twice"}


def test_a_changed_memory_may_link_to_its_own_earlier_version(
    acme: Project, storage: Memory
) -> None:
    new = make_memory(
        acme,
        "Use SQLite.",
        supersedes=storage,
        links=[{"type": "derived_from", "memory_id": storage.label}],
    )

    edges = {(one.type, one.target) for one in new.outgoing.all()}
    assert edges == {("derived_from", storage), ("updates", storage)}


def _naming(ref: str, place: str) -> Asked:
    fields: dict[str, object] = {"operation": "create", "kind": "fact", "content": "Ships."}
    if place == "memory_id":
        return parse_asked({"operation": "update", "content": "Ships.", "memory_id": ref})
    if place == "links":
        return parse_asked({**fields, "links": [{"type": "relates_to", "memory_id": ref}]})
    return parse_asked({**fields, "evidence_ids": [ref]})


@pytest.mark.parametrize("place", ["memory_id", "links", "evidence_ids"])
@pytest.mark.parametrize("known", [True, False])
def test_an_id_of_another_project_is_answered_like_one_that_does_not_exist(
    acme: Project, bob: User, elsewhere: Project, place: str, known: bool
) -> None:
    foreign = (
        str(make_memory(elsewhere).public_id) if known else "01900000-0000-7000-8000-0123456789ab"
    )

    with nothing_changes(), pytest.raises(NotFound) as refusal:
        propose(acme, _naming(foreign, place), actor=page_agent(bob))

    assert foreign not in refusal.value.message
    assert refusal.value.data == {}


@pytest.mark.parametrize("place", ["memory_id", "links", "evidence_ids"])
def test_an_erased_memory_is_not_found(
    acme: Project, bob: User, storage: Memory, place: str
) -> None:
    Memory.objects.filter(pk=storage.pk).update(
        title="", content="", tags=[], salt=b"", erased_at=storage.recorded_at
    )

    with nothing_changes(), pytest.raises(NotFound):
        propose(acme, _naming(storage.label, place), actor=page_agent(bob))


def test_the_number_of_a_memory_of_another_project_means_nothing_here(
    acme: Project, bob: User, elsewhere: Project
) -> None:
    make_memory(elsewhere)
    asked = parse_asked({"operation": "retire", "memory_id": "M-001"})

    with nothing_changes(), pytest.raises(NotFound):
        propose(acme, asked, actor=page_agent(bob))


def test_evidence_of_this_project_is_kept_once_and_in_its_order(
    acme: Project, storage: Memory
) -> None:
    other = make_memory(acme)

    proposal = make_proposal(acme, evidence_ids=[other.label, storage.label, str(other.public_id)])

    ids = [str(other.public_id), str(storage.public_id)]
    assert proposal.current.evidence_ids == ids


def test_evidence_of_another_project_that_is_there_already_is_not_shown(
    acme: Project, elsewhere: Project, storage: Memory
) -> None:
    foreign = make_memory(elsewhere)
    forged = [str(foreign.public_id), str(storage.public_id)]

    assert cited(acme, forged) == [None, storage]
