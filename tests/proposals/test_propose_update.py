import pytest

from memory.actors import page_agent
from memory.errors import InvalidInput, NoChange, NotAuthoritative
from memory.models import Memory, Project, User
from proposals.changes import Words, parse_asked
from proposals.models import Proposal
from proposals.services.propose import propose
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal, retire
from tests.proposals.conftest import Clock
from tests.proposals.traces import nothing_changes


def _update(project: Project, memory: Memory, by: User, **fields: object) -> Proposal:
    asked = parse_asked({"operation": "update", "memory_id": str(memory.public_id), **fields})
    return propose(project, asked, actor=page_agent(by)).proposal


def _words(proposal: Proposal) -> Words:
    words = proposal.current.words
    assert words
    return words


@pytest.fixture
def linked(acme: Project, storage: Memory) -> Memory:
    return make_memory(
        acme,
        "Notes are kept in the store.",
        kind="decision",
        title="Notes",
        tags=["notes", "data"],
        links=[{"type": "depends_on", "memory_id": storage.label}],
    )


def test_an_update_keeps_all_that_it_does_not_name(
    acme: Project, bob: User, linked: Memory, storage: Memory
) -> None:
    words = _words(_update(acme, linked, bob, content="Notes are kept in two stores."))

    assert (words.kind, words.title, words.tags) == ("decision", "Notes", ["notes", "data"])
    assert [(link.type, link.memory_id) for link in words.links] == [
        ("depends_on", str(storage.public_id))
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [("kind", "requirement"), ("title", ""), ("title", "New"), ("tags", []), ("tags", ["x"])],
)
def test_an_update_takes_what_it_names(
    acme: Project, bob: User, linked: Memory, name: str, value: object
) -> None:
    words = _words(_update(acme, linked, bob, content=linked.content, **{name: value}))

    assert getattr(words, name) == value
    kept = {"kind", "title", "tags"} - {name}
    assert all(getattr(words, one) == getattr(linked, one) for one in kept)
    assert words.content == linked.content


def test_an_update_that_names_no_links_any_more_drops_them(
    acme: Project, bob: User, linked: Memory
) -> None:
    assert _words(_update(acme, linked, bob, content=linked.content, links=[])).links == []


def test_an_update_remembers_the_state_it_was_made_against(
    acme: Project, bob: User, storage: Memory
) -> None:
    proposal = _update(acme, storage, bob, content="Use SQLite.")

    assert proposal.target == storage
    assert proposal.target_fingerprint.startswith("sha256:")
    assert proposal.targets.get().fingerprint == proposal.target_fingerprint
    assert proposal.current.base[0]["content"] == storage.content


@pytest.mark.parametrize(
    "same",
    [
        {},
        {"title": "Notes"},
        {"kind": "decision", "tags": ["notes", "data"]},
    ],
)
def test_exactly_the_current_words_are_no_change(
    acme: Project, bob: User, linked: Memory, same: dict[str, object]
) -> None:
    with nothing_changes(), pytest.raises(NoChange) as refusal:
        _update(acme, linked, bob, content=linked.content, **same)

    assert refusal.value.data == {"memory_id": str(linked.public_id)}


def test_only_the_spelling_of_line_ends_is_no_change(acme: Project, bob: User) -> None:
    memory = make_memory(acme, "One.\nTwo.")

    with nothing_changes(), pytest.raises(NoChange):
        _update(acme, memory, bob, content="One.\r\nTwo.")


@pytest.mark.parametrize("content", ["One. Two", " One. Two.", "One.  Two.", "one. two."])
def test_one_character_is_a_change_and_nothing_is_trimmed(
    acme: Project, bob: User, content: str
) -> None:
    memory = make_memory(acme, "One. Two.")

    assert _words(_update(acme, memory, bob, content=content)).content == content


def test_the_current_words_with_their_own_window_are_no_change(acme: Project, bob: User) -> None:
    end = "2100-01-01T00:00:00Z"
    memory = make_memory(acme, "Frozen.", valid_until=end)

    with nothing_changes(), pytest.raises(NoChange):
        _update(acme, memory, bob, content="Frozen.", valid_until=end)


def test_the_current_words_without_a_window_are_no_change(acme: Project, bob: User) -> None:
    memory = make_memory(acme, "Frozen.", valid_until="2100-01-01")

    with nothing_changes(), pytest.raises(NoChange):
        _update(acme, memory, bob, content="Frozen.")


def test_an_end_that_is_ahead_is_kept_unless_another_or_none_is_named(
    acme: Project, bob: User
) -> None:
    memory = make_memory(acme, "Frozen.", valid_until="2100-01-01T00:00:00Z")

    ends = {
        named: _words(_update(acme, memory, bob, content=f"Frozen, {named}.", **window)).valid_until
        for named, window in {
            "nothing": {},
            "another": {"valid_until": "2101-01-01"},
            "none": {"valid_until": "never"},
            "a beginning before it": {"valid_from": "2099-01-01"},
            "a beginning after it": {"valid_from": "2100-01-01"},
        }.items()
    }

    assert {named: end and end.year for named, end in ends.items()} == {
        "nothing": 2100,
        "another": 2101,
        "none": None,
        "a beginning before it": 2100,
        "a beginning after it": None,
    }


def test_an_end_that_has_passed_is_not_kept(acme: Project, bob: User, clock: Clock) -> None:
    memory = make_memory(acme, "Frozen.", valid_until="2100-01-01")
    clock.forward(days=40_000)

    assert _words(_update(acme, memory, bob, content="Frozen again.")).valid_until is None
    with nothing_changes(), pytest.raises(NoChange):
        _update(acme, memory, bob, content="Frozen.", valid_until="never")


def test_to_take_an_end_away_is_a_change(acme: Project, bob: User) -> None:
    memory = make_memory(acme, "Frozen.", valid_until="2100-01-01")

    proposal = _update(acme, memory, bob, content="Frozen.", valid_until="never")

    assert (proposal.status, _words(proposal).valid_until) == (Status.PENDING, None)


def test_another_end_is_a_change(acme: Project, bob: User) -> None:
    memory = make_memory(acme, "Frozen.", valid_until="2100-01-01T00:00:00Z")

    proposal = _update(acme, memory, bob, content="Frozen.", valid_until="2101-01-01")

    assert proposal.status == Status.PENDING


@pytest.mark.parametrize("operation", [Operation.UPDATE, Operation.RETIRE])
def test_a_superseded_memory_names_the_one_that_is_true(
    acme: Project, bob: User, storage: Memory, operation: Operation
) -> None:
    second = make_memory(acme, "Use SQLite.", supersedes=storage)
    third = make_memory(acme, "Use PostgreSQL.", supersedes=second)

    for old in (storage, second):
        with nothing_changes(), pytest.raises(NotAuthoritative) as refusal:
            make_proposal(acme, target=old, operation=operation, by=bob)
        assert refusal.value.data == {"authoritative_memory_id": str(third.public_id)}


def test_a_retired_memory_names_nothing(acme: Project, bob: User, storage: Memory) -> None:
    retire(storage)

    with nothing_changes(), pytest.raises(NotAuthoritative) as refusal:
        _update(acme, storage, bob, content="Use SQLite.")

    assert refusal.value.data == {"authoritative_memory_id": None}


def test_a_memory_whose_last_version_was_retired_names_nothing(
    acme: Project, bob: User, storage: Memory
) -> None:
    retire(make_memory(acme, "Use SQLite.", supersedes=storage))

    with nothing_changes(), pytest.raises(NotAuthoritative) as refusal:
        _update(acme, storage, bob, content="Use PostgreSQL.")

    assert refusal.value.data == {"authoritative_memory_id": None}


def test_a_memory_with_a_successor_yet_to_begin_names_the_successor(
    acme: Project, bob: User, storage: Memory
) -> None:
    coming = make_memory(acme, "Use SQLite.", supersedes=storage, valid_from="2100-01-01")

    with pytest.raises(NotAuthoritative) as refusal:
        _update(acme, storage, bob, content="Use PostgreSQL.")

    assert refusal.value.data == {"authoritative_memory_id": str(coming.public_id)}


def test_scheduled_and_expired_memories_may_be_changed(
    acme: Project, bob: User, clock: Clock
) -> None:
    coming = make_memory(acme, "Soon.", valid_from="2100-01-01")
    gone = make_memory(acme, "Then.", valid_from="2020-01-01", valid_until="2021-01-01")

    for memory in (coming, gone):
        assert _update(acme, memory, bob, content="Now.").status == Status.PENDING


@pytest.mark.parametrize(("name", "value"), [("memory_id", None), ("content", None)])
def test_an_update_names_its_memory_and_its_whole_text(
    acme: Project, bob: User, storage: Memory, name: str, value: object
) -> None:
    asked = parse_asked(
        {"operation": "update", "memory_id": storage.label, "content": "Use X.", name: value}
    )

    with nothing_changes(), pytest.raises(InvalidInput) as refusal:
        propose(acme, asked, actor=page_agent(bob))

    assert list(refusal.value.fields) == [name]
