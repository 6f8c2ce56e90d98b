"""An owner has all that was written in a proposal forgotten, and decided about it remembered."""

import pytest

from memory.actors import human, page_agent
from memory.errors import Forbidden, InvalidInput, PreviouslyRejected
from memory.models import AuditEvent, Memory, Project, User
from memory.proof import prove
from proposals.changes import Asked, Edited
from proposals.models import Proposal, RejectedValue
from proposals.services.apply import apply, require_applied
from proposals.services.comment import comment
from proposals.services.erase_proposal import erase_proposal
from proposals.services.propose import propose
from proposals.services.rejections import lift
from proposals.services.review import approve
from proposals.services.revise import revise
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal
from tests.proposals.everywhere import tables_with

WORD = "zanzibarquokka"


def test_every_revision_reason_note_and_addition_is_emptied(
    acme: Project, alice: User, bob: User
) -> None:
    asked = Asked(operation=Operation.CREATE, kind="fact", content=f"A {WORD}.", reason=WORD)
    proposal = propose(acme, asked, actor=human(bob)).proposal
    propose(acme, asked.model_copy(update={"reason": f"Again {WORD}."}), actor=page_agent(bob))
    revise(proposal, by=bob, revision=1, edited=Edited(content=f"Better {WORD}."))
    approve(proposal, by=alice, revision=2, note=f"Well, {WORD}.")
    comment(proposal, by=bob, text=f"Of {WORD}.")
    assert len(tables_with(WORD)) == 4

    assert erase_proposal(proposal, by=alice, reason="Asked for.")

    assert tables_with(WORD) == set()
    assert not prove(acme).fault


@pytest.mark.parametrize("status", [Status.PENDING, Status.APPROVED])
def test_an_open_one_is_taken_out_and_never_applied(
    acme: Project, alice: User, status: Status
) -> None:
    proposal = make_proposal(acme, status=status)

    erase_proposal(proposal, by=alice, reason="Asked for.")

    outcome = apply(proposal, actor=human(alice))
    assert outcome.proposal.status == Status.WITHDRAWN
    assert not Memory.objects.exists()


def test_a_memory_that_it_made_keeps_its_own_words(acme: Project, alice: User) -> None:
    memory = make_memory(acme, "Ships are blue.")
    proposal = Proposal.objects.get(public_id=memory.proposal_id)

    erase_proposal(proposal, by=alice, reason="Asked for.")

    assert Memory.objects.get(pk=memory.pk).content == "Ships are blue."
    again = require_applied(apply(proposal, actor=human(alice)))
    assert (again.already_applied, again.memories) == (True, [memory])


def test_the_remembered_no_holds_until_it_is_lifted(acme: Project, alice: User) -> None:
    proposal = make_proposal(acme, "Never say this.", status=Status.REJECTED)

    erase_proposal(proposal, by=alice, reason="Asked for.")

    with pytest.raises(PreviouslyRejected) as refused:
        make_proposal(acme, "Never say THIS.")
    assert refused.value.data["rejected"]["reason"] == ""
    assert not RejectedValue.objects.exclude(reason="").exists()
    assert lift(proposal, by=alice) == 1
    assert make_proposal(acme, "Never say THIS.").is_open


def test_its_event_says_what_was_erased(acme: Project, alice: User) -> None:
    proposal = make_proposal(acme)

    erase_proposal(proposal, by=alice, reason="Asked for.")

    event = AuditEvent.objects.get(type="memory.erased")
    assert (event.object_type, event.object_id) == ("proposal", str(proposal.public_id))


def test_again_is_one_erasure(acme: Project, alice: User) -> None:
    proposal = make_proposal(acme)

    done = [erase_proposal(proposal, by=alice, reason="Asked for.") for _ in range(2)]

    assert done == [True, False]
    assert AuditEvent.objects.filter(type="memory.erased").count() == 1


def test_only_an_owner_may_and_says_why(acme: Project, alice: User, bob: User) -> None:
    proposal = make_proposal(acme, by=bob)

    with pytest.raises(Forbidden):
        erase_proposal(proposal, by=bob, reason="Asked for.")
    with pytest.raises(InvalidInput):
        erase_proposal(proposal, by=alice, reason=" ")

    assert not Proposal.objects.get(pk=proposal.pk).is_erased
    assert erase_proposal(proposal, by=alice, reason="Asked for.")
