"""What a person says goes through the same door, at once where policy lets it."""

import pytest

from memory.errors import Forbidden, InvalidInput, NoChange, NotFound, PreviouslyRejected
from memory.models import Memory, Project, User
from memory.services.projects import change_policy
from proposals.changes import Asked, parse_asked
from proposals.models import Proposal
from proposals.services.gesture import say
from proposals.states import Status
from tests.factories import make_memory, make_proposal
from tests.proposals.faults import every_fault
from tests.proposals.traces import everything, leaves, nothing_changes


def _asked(content: str = "Ships are blue.") -> Asked:
    return parse_asked({"operation": "create", "kind": "fact", "content": content})


def test_a_reviewer_alone_proposes_reviews_and_applies_in_one_gesture(
    acme: Project, alice: User
) -> None:
    with leaves(
        acme, "proposal.created", "proposal.approved", "memory.recorded", "proposal.applied"
    ):
        said = say(acme, _asked(), by=alice)

    [memory] = said.memories
    assert said.is_applied
    assert said.proposal.proposer == alice
    assert memory.proposed_by["kind"] == memory.applied_by["kind"] == "human"
    assert [one["name"] for one in memory.approved_by] == ["alice"]


@pytest.mark.parametrize("policy", [{"four_eyes": True}, {"approvals_needed": 2}])
def test_where_policy_asks_for_another_it_waits(
    acme: Project, alice: User, policy: dict[str, object]
) -> None:
    change_policy(acme, by=alice, **policy)

    with leaves(acme, "proposal.created"):
        said = say(acme, _asked(), by=alice)

    assert (said.proposal.status, said.memories) == (Status.PENDING, [])
    assert not Memory.objects.exists()


def test_what_a_contributor_says_waits(acme: Project, bob: User) -> None:
    said = say(acme, _asked(), by=bob)

    assert (said.proposal.status, said.is_applied) == (Status.PENDING, False)


def test_who_may_only_look_says_nothing(acme: Project, vera: User, charlie: User) -> None:
    for person, refusal in ((vera, Forbidden), (charlie, NotFound)):
        with nothing_changes(), pytest.raises(refusal):
            say(acme, _asked(), by=person)


def test_without_the_password_that_policy_asks_for_nothing_is_kept(
    acme: Project, alice: User
) -> None:
    change_policy(acme, by=alice, confirm_with="password")

    with nothing_changes(), pytest.raises(InvalidInput):
        say(acme, _asked(), by=alice, key="a form", password="wrong")

    assert say(acme, _asked(), by=alice, key="a form", password="a long password").is_applied


def test_one_form_sent_twice_is_one_effect(acme: Project, alice: User) -> None:
    first = say(acme, _asked(), by=alice, key="a form")

    with nothing_changes():
        again = say(acme, _asked(), by=alice, key="a form")

    assert (again.is_repeat, again.memories) == (True, first.memories)


def test_the_same_words_from_another_form_are_true_already(acme: Project, alice: User) -> None:
    say(acme, _asked(), by=alice, key="a form")

    with nothing_changes(), pytest.raises(NoChange):
        say(acme, _asked(), by=alice, key="another form")


def test_a_no_holds_for_what_a_person_says_too(acme: Project, alice: User) -> None:
    make_proposal(acme, "Ships are blue.", status=Status.REJECTED)

    with nothing_changes(), pytest.raises(PreviouslyRejected):
        say(acme, _asked(), by=alice)


def test_what_an_agent_proposed_already_is_not_approved_unseen(
    acme: Project, alice: User, bob: User
) -> None:
    waiting = make_proposal(acme, "Ships are blue.", by=bob)

    said = say(acme, _asked(), by=alice)

    assert (said.proposal, said.is_repeat) == (waiting, True)
    assert Proposal.objects.get(pk=waiting.pk).status == Status.PENDING


def test_a_change_said_in_one_gesture_makes_its_rivals_stale(
    acme: Project, alice: User, storage: Memory
) -> None:
    rival = make_proposal(acme, "Use files.", target=storage)
    asked = parse_asked(
        {"operation": "update", "memory_id": storage.label, "content": "Use SQLite."}
    )

    [new] = say(acme, asked, by=alice).memories

    rival.refresh_from_db()
    assert (rival.status, rival.overtaken_by) == (Status.STALE, new)


def test_a_gesture_whose_write_fails_was_never_made(acme: Project, alice: User) -> None:
    make_memory(acme)
    before = everything()

    def unharmed() -> None:
        after = everything()
        assert [name for name in after if after[name] != before[name]] == []

    assert every_fault(lambda: say(acme, _asked(), by=alice, key="a form"), unharmed) >= 10
