"""Whatever its size, every new memory of a batch is compared: a few at once, many by the worker."""

import pytest

from memory.actors import human
from memory.audit import verify
from memory.models import AuditEvent, Memory, Project, User
from memory.services.close import close
from proposals.changes import Asked
from proposals.models import Conflict, Proposal
from proposals.services import noting
from proposals.services.apply import apply
from proposals.services.noting import count_uncompared, note_waiting
from proposals.services.propose import propose_batch
from proposals.services.review import approve
from proposals.states import Operation
from tests.factories import make_memory

STORES = [f"Use {store} as the primary store." for store in ("Neo4j", "SQLite", "files")]
OTHERS = ["Exports run at night.", "Bees drink water.", "Ships carry grain."]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noting, "AT_ONCE", 4)
    monkeypatch.setattr(noting, "STEP", 2)


def batch(project: Project, by: User, *contents: str) -> Proposal:
    asked = [Asked(operation=Operation.CREATE, kind="decision", content=one) for one in contents]
    proposal = propose_batch(project, asked, actor=human(by)).proposal
    approve(proposal, by=by, revision=1)
    return apply(proposal, actor=human(by)).proposal


def pairs() -> list[tuple[str, str]]:
    return sorted(Conflict.objects.values_list("older__content", "newer__content"))


def test_a_pair_within_one_batch_is_raised_once_the_earlier_as_the_older(
    acme: Project, alice: User
) -> None:
    batch(acme, alice, STORES[0], *OTHERS[:2], STORES[1])

    assert pairs() == [(STORES[0], STORES[1])]
    assert "where one says" in Conflict.objects.get().reason


def test_of_a_large_batch_the_last_are_compared_as_the_first_are(
    acme: Project, alice: User
) -> None:
    batch(acme, alice, STORES[0], *OTHERS, STORES[1])
    make_memory(acme, "Trains wait for nobody.")
    assert (pairs(), count_uncompared(acme)) == ([], 5)

    assert note_waiting() == 5

    assert pairs() == [(STORES[0], STORES[1])]
    assert (count_uncompared(acme), note_waiting()) == (0, 0)
    found = AuditEvent.objects.get(type="conflict.found")
    assert found.actor["kind"] == "system"
    assert verify(acme).broken_at is None


def test_the_worker_comes_by_every_batch_and_stops_for_others(
    acme: Project, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(noting, "STEPS", 2)
    batch(acme, alice, *OTHERS, *STORES[:2])
    batch(acme, alice, *(f"{one} Always." for one in OTHERS), "Rain is wet.", STORES[2])

    assert [note_waiting() for _ in range(4)] == [4, 3, 3, 0]
    assert {pair for pair in pairs() if pair[1] == STORES[2]} == {
        (STORES[0], STORES[2]),
        (STORES[1], STORES[2]),
    }


def test_long_texts_keep_the_worker_from_nothing_else(
    acme: Project, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch(acme, alice, STORES[0], *OTHERS, STORES[1])
    monkeypatch.setattr(noting, "SECONDS", -1.0)

    assert note_waiting() == 0
    monkeypatch.setattr(noting, "SECONDS", 30.0)
    assert note_waiting() == 5


def test_what_is_no_longer_true_when_its_turn_comes_is_not_raised(
    acme: Project, alice: User
) -> None:
    batch(acme, alice, STORES[0], *OTHERS, STORES[1])
    old = Memory.objects.get(content=STORES[0])
    make_memory(acme, "Clouds are white.", supersedes=old)

    note_waiting()

    assert pairs() == []


def test_what_changed_while_it_was_compared_is_not_raised(
    acme: Project, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch(acme, alice, STORES[0], *OTHERS, STORES[1])
    compare, done = noting._opposed, []

    def meanwhile(*asked: object) -> noting.Found:
        found = compare(*asked)  # type: ignore[arg-type] # as it was asked
        if found and not done:
            done.append(found)
            old = Memory.objects.get(content=STORES[1])
            make_memory(acme, "Clouds are white.", supersedes=old)
        return found

    monkeypatch.setattr(noting, "_opposed", meanwhile)
    note_waiting()

    assert done
    assert pairs() == []


def test_another_worker_has_done_it_meanwhile(
    acme: Project, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch(acme, alice, STORES[0], *OTHERS, STORES[1])
    compare, inside = noting._opposed, []

    def twice(*asked: object) -> noting.Found:
        if not inside:
            inside.append(True)
            note_waiting()
        return compare(*asked)  # type: ignore[arg-type] # as it was asked

    monkeypatch.setattr(noting, "_opposed", twice)
    note_waiting()

    assert pairs() == [(STORES[0], STORES[1])]
    assert AuditEvent.objects.filter(type="conflict.found").count() == 1


def test_in_a_closed_project_nothing_is_compared_any_more(acme: Project, alice: User) -> None:
    batch(acme, alice, STORES[0], *OTHERS, STORES[1])
    close(acme, by=alice, slug="acme")

    assert (note_waiting(), pairs()) == (0, [])


def test_the_worker_compares_nothing_across_projects(
    acme: Project, elsewhere: Project, alice: User, charlie: User
) -> None:
    batch(acme, alice, STORES[0], *OTHERS, "Always test.")
    batch(elsewhere, charlie, STORES[1], *OTHERS, STORES[2])

    assert note_waiting() == 10

    [conflict] = Conflict.objects.all()
    assert pairs() == [(STORES[1], STORES[2])]
    assert {conflict.project, conflict.older.project, conflict.newer.project} == {elsewhere}
