import pytest

from memory.access import access_to
from memory.errors import CameTooLate, Forbidden, InvalidInput, NoChange, NotFound
from memory.models import AuditEvent
from memory.roles import Role
from memory.services.projects import change_policy, change_role
from proposals.models import Assignment
from proposals.services.assign import assign
from proposals.services.review import approve
from proposals.services.turns import Turns
from proposals.states import Status
from tests.factories import join, make_proposal, make_user
from tests.proposals.traces import leaves, nothing_changes


def assignee(proposal):
    found = Assignment.objects.filter(proposal=proposal).first()
    return found and found.assignee


def test_a_reviewer_asks_another_to_decide(acme, alice, dora):
    proposal = make_proposal(acme)

    with leaves(acme, "proposal.assigned"):
        assign(proposal, to=dora, by=alice)

    assert assignee(proposal) == dora
    details = AuditEvent.objects.get(type="proposal.assigned").details
    assert details == {"to": dora.pk, "name": "dora"}


def test_it_goes_to_another_and_to_nobody_again(acme, alice, dora):
    proposal = make_proposal(acme)
    assign(proposal, to=dora, by=alice)

    assign(proposal, to=alice, by=dora)
    assert assignee(proposal) == alice
    assign(proposal, to=None, by=dora)

    assert assignee(proposal) is None


def test_it_gives_no_right_and_takes_none(acme, alice, dora):
    proposal = make_proposal(acme)
    before = (proposal.revision, proposal.current.digest, proposal.same_as)
    assign(proposal, to=dora, by=alice)

    approved = approve(proposal, by=alice, revision=1)

    assert approved.status == Status.APPROVED
    assert (approved.revision, approved.current.digest, approved.same_as) == before


@pytest.mark.parametrize("role", [None, Role.VIEWER, Role.CONTRIBUTOR])
def test_only_a_member_who_may_review_is_asked(acme, alice, role):
    other = make_user("other")
    if role:
        join(acme, other, role)
    proposal = make_proposal(acme)

    with nothing_changes(), pytest.raises(InvalidInput) as refusal:
        assign(proposal, to=other, by=alice)

    assert list(refusal.value.fields) == ["to"]


def test_nobody_is_asked_whose_approval_would_not_count(acme, alice, dora):
    change_policy(acme, by=alice, four_eyes=True, approvals_needed=2)
    own, approved = make_proposal(acme, by=dora), make_proposal(acme)
    approve(approved, by=dora, revision=1)

    for proposal in (own, approved):
        with nothing_changes(), pytest.raises(InvalidInput):
            assign(proposal, to=dora, by=alice)

    assign(own, to=alice, by=dora)


def test_who_is_no_reviewer_assigns_nothing(acme, bob, vera, charlie, alice):
    proposal = make_proposal(acme)

    for person, refusal in ((bob, Forbidden), (vera, Forbidden), (charlie, NotFound)):
        with nothing_changes(), pytest.raises(refusal):
            assign(proposal, to=alice, by=person)


def test_twice_is_once_and_what_is_decided_is_not_assigned(acme, alice, dora):
    proposal, untouched = make_proposal(acme), make_proposal(acme)
    decided = make_proposal(acme, status=Status.REJECTED)
    assign(proposal, to=dora, by=alice)

    with nothing_changes(), pytest.raises(NoChange):
        assign(proposal, to=dora, by=alice)
    with nothing_changes(), pytest.raises(NoChange):
        assign(untouched, to=None, by=alice)
    with nothing_changes(), pytest.raises(CameTooLate):
        assign(decided, to=dora, by=alice)


def test_a_member_who_reviews_no_more_holds_nothing_up(acme, alice, dora):
    proposal = make_proposal(acme)
    assign(proposal, to=dora, by=alice)
    access = access_to(acme, alice, Role.VIEWER)
    assert not Turns(access).of(proposal).is_mine

    change_role(acme, dora, Role.CONTRIBUTOR, by=alice)

    assert Turns(access).of(proposal).is_mine
