import pytest

from memory.actors import page_agent
from memory.errors import InvalidInput, NotFound
from memory.models import Memory, Project, User
from proposals.changes import parse_asked
from proposals.services.propose import propose
from proposals.states import Operation, Status
from tests.factories import make_proposal
from tests.proposals.traces import leaves, nothing_changes


def test_a_retirement_names_a_memory_and_a_reason(
    acme: Project, bob: User, storage: Memory
) -> None:
    asked = parse_asked(
        {"operation": "retire", "memory_id": storage.label, "reason": "Nobody uses it."}
    )

    with leaves(acme, "proposal.created"):
        proposal = propose(acme, asked, actor=page_agent(bob)).proposal

    assert (proposal.status, proposal.target, proposal.kind) == (
        Status.PENDING,
        storage,
        "decision",
    )
    assert (proposal.current.words, proposal.current.reason) == (None, "Nobody uses it.")
    storage.refresh_from_db()
    assert storage.retired_at is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("content", "Use X."),
        ("kind", "fact"),
        ("title", ""),
        ("tags", []),
        ("links", []),
        ("valid_from", "2100-01-01"),
        ("valid_until", "2100-01-01"),
    ],
)
def test_a_retirement_has_no_words_of_its_own(
    acme: Project, bob: User, storage: Memory, name: str, value: object
) -> None:
    asked = parse_asked({"operation": "retire", "memory_id": storage.label, name: value})

    with nothing_changes(), pytest.raises(InvalidInput) as refusal:
        propose(acme, asked, actor=page_agent(bob))

    assert list(refusal.value.fields) == [name]


def test_a_retirement_without_a_memory_is_refused(acme: Project, bob: User) -> None:
    with nothing_changes(), pytest.raises(InvalidInput) as refusal:
        propose(acme, parse_asked({"operation": "retire"}), actor=page_agent(bob))

    assert list(refusal.value.fields) == ["memory_id"]


def test_a_memory_that_is_not_there_is_not_retired(acme: Project, bob: User) -> None:
    with nothing_changes(), pytest.raises(NotFound):
        propose(
            acme, parse_asked({"operation": "retire", "memory_id": "M-009"}), actor=page_agent(bob)
        )


def test_two_retirements_of_one_memory_are_one_proposal(
    acme: Project, alice: User, bob: User, storage: Memory
) -> None:
    first = make_proposal(acme, target=storage, operation=Operation.RETIRE, by=alice)

    with nothing_changes():
        second = make_proposal(acme, target=storage, operation=Operation.RETIRE, by=bob)

    assert first == second
