import ast
from pathlib import Path

import pytest

import proposals
from memory.actors import human
from memory.errors import CameTooLate
from memory.head import locked
from memory.models import Project, User
from proposals.models import Proposal
from proposals.states import EVENT_OF, MOVES, Status
from proposals.transition import move
from tests.factories import make_proposal
from tests.proposals.traces import leaves, nothing_changes

PAIRS = [(was, to) for was in Status for to in Status]


@pytest.mark.parametrize(("was", "to"), [(was, to) for was, to in PAIRS if to not in MOVES[was]])
def test_a_move_that_is_not_in_the_table_is_refused_and_leaves_nothing(
    acme: Project, alice: User, was: Status, to: Status
) -> None:
    proposal = _proposal_that_is(acme, was)

    with nothing_changes(), pytest.raises(CameTooLate) as refusal, locked(acme) as head:
        move(head, proposal, to, actor=human(alice))

    assert refusal.value.data["status"] == was


@pytest.mark.parametrize(("was", "to"), [(was, to) for was, to in PAIRS if to in MOVES[was]])
def test_a_move_in_the_table_is_made_and_leaves_one_event(
    acme: Project, alice: User, was: Status, to: Status
) -> None:
    proposal = _proposal_that_is(acme, was)

    with leaves(acme, EVENT_OF[to]), locked(acme) as head:
        move(head, proposal, to, actor=human(alice))

    assert Proposal.objects.get(pk=proposal.pk).status == to


def test_who_read_an_older_status_moves_nothing(acme: Project, alice: User) -> None:
    opened = make_proposal(acme)
    with locked(acme) as head:
        move(head, Proposal.objects.get(pk=opened.pk), Status.WITHDRAWN, actor=human(alice))

    with nothing_changes(), pytest.raises(CameTooLate), locked(acme) as head:
        move(head, opened, Status.APPROVED, actor=human(alice))


def _proposal_that_is(project: Project, status: Status) -> Proposal:
    proposal = make_proposal(project)
    Proposal.objects.filter(pk=proposal.pk).update(status=status)
    proposal.refresh_from_db()
    return proposal


def test_the_moves_are_these_and_no_others() -> None:
    moves = {f"{was} -> {to}" for was in MOVES for to in MOVES[was]}

    assert moves == {
        "pending -> approved",
        "pending -> rejected",
        "pending -> withdrawn",
        "pending -> stale",
        "approved -> applied",
        "approved -> stale",
        "approved -> withdrawn",
        "approved -> pending",
    }


def test_every_status_has_its_moves_and_its_event() -> None:
    assert set(MOVES) == set(EVENT_OF) == set(Status)


def test_one_function_writes_a_status() -> None:
    root = Path(proposals.__file__).parent

    writers = {
        str(file.relative_to(root))
        for file in root.rglob("*.py")
        if "migrations" not in file.parts and _writes_a_status(ast.parse(file.read_text()))
    }

    assert writers == {"transition.py"}


def _writes_a_status(tree: ast.AST) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(one, ast.Attribute) and one.attr == "status" for one in targets):
                return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            named = {keyword.arg for keyword in node.keywords}
            fields = [ast.literal_eval(k.value) for k in node.keywords if k.arg == "update_fields"]
            writes = node.func.attr in {"update", "create", "update_or_create"}
            if (writes and "status" in named) or any("status" in names for names in fields):
                return True
    return False
