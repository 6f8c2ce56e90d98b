import pytest

from memory.actors import human, page_agent
from memory.errors import Forbidden, NotFound, PreviouslyRejected
from memory.models import AuditEvent, Project, User
from proposals.changes import parse_asked
from proposals.models import Proposal, RejectedValue
from proposals.services.apply import apply
from proposals.services.propose import propose_batch
from proposals.services.rejections import lift
from proposals.services.review import approve, reject
from proposals.states import Status
from tests.factories import make_proposal
from tests.proposals.traces import leaves, nothing_changes


def test_a_reviewer_lifts_a_rejection_and_the_words_may_come_again(
    acme: Project, alice: User, bob: User, dora: User
) -> None:
    rejected = make_proposal(acme, "Ships are blue.", status=Status.REJECTED)

    with leaves(acme, "rejection.lifted"):
        assert lift(rejected, by=dora) == 1

    event = AuditEvent.objects.get(type="rejection.lifted")
    assert (event.actor["name"], event.details) == ("dora", {"values": 1})
    assert event.object_id == str(rejected.public_id)
    anew = make_proposal(acme, "Ships are blue.", by=bob)
    assert anew != rejected
    approve(anew, by=alice, revision=1)
    assert apply(anew, actor=page_agent(bob)).proposal.status == Status.APPLIED


def test_the_lifted_proposal_itself_stays_rejected(acme: Project, alice: User) -> None:
    rejected = make_proposal(acme, status=Status.REJECTED)

    lift(rejected, by=alice)

    assert Proposal.objects.get(pk=rejected.pk).status == Status.REJECTED
    assert RejectedValue.objects.get().lifted_at


def test_only_a_reviewer_lifts(acme: Project, bob: User, vera: User, charlie: User) -> None:
    rejected = make_proposal(acme, "Ships are blue.", status=Status.REJECTED, by=bob)

    for person, refusal in ((bob, Forbidden), (vera, Forbidden), (charlie, NotFound)):
        with nothing_changes(), pytest.raises(refusal):
            lift(rejected, by=person)

    with pytest.raises(PreviouslyRejected):
        make_proposal(acme, "Ships are blue.", by=bob)


def test_lifting_again_or_lifting_nothing_leaves_nothing(acme: Project, alice: User) -> None:
    rejected = make_proposal(acme, status=Status.REJECTED)
    lift(rejected, by=alice)

    for proposal in (rejected, make_proposal(acme)):
        with nothing_changes():
            assert lift(proposal, by=alice) == 0


def test_a_second_no_to_the_same_words_stands_on_its_own(
    acme: Project, alice: User, bob: User
) -> None:
    first = make_proposal(acme, "Ships are blue.", status=Status.REJECTED)
    lift(first, by=alice)
    second = make_proposal(acme, "Ships are blue.", by=bob)
    reject(second, by=alice, revision=1, reason="Still not.")

    with nothing_changes(), pytest.raises(PreviouslyRejected) as refusal:
        make_proposal(acme, "Ships are blue.", by=bob)

    said = refusal.value.data["rejected"]
    assert isinstance(said, dict)
    assert said["reason"] == "Still not."


def test_a_lifted_batch_frees_all_its_values(acme: Project, alice: User) -> None:
    items = [
        parse_asked({"operation": "create", "kind": "fact", "content": content})
        for content in ("One.", "Two.")
    ]
    batch = propose_batch(acme, items, actor=human(alice)).proposal
    reject(batch, by=alice, revision=1, reason="No.")

    assert lift(batch, by=alice) == 2

    assert make_proposal(acme, "Two.").status == Status.PENDING
