import pytest

from memory.errors import CameTooLate
from memory.models import AuditEvent, Project, User
from memory.roles import Role
from memory.services.projects import change_policy
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import join, make_proposal, make_user
from tests.proposals.traces import leaves, nothing_changes


@pytest.mark.parametrize("needed", [1, 2, 3])
def test_it_waits_until_as_many_people_approved_as_policy_asks(
    acme: Project, alice: User, needed: int
) -> None:
    change_policy(acme, by=alice, approvals_needed=needed)
    people = [join(acme, make_user(f"reviewer{n}"), Role.REVIEWER) for n in range(needed)]
    proposal = make_proposal(acme)

    with leaves(acme, *["proposal.approved"] * needed):
        seen = [approve(proposal, by=person, revision=1).status for person in people]

    assert seen == [Status.PENDING] * (needed - 1) + [Status.APPROVED]
    given = AuditEvent.objects.filter(type="proposal.approved").order_by("seq")
    assert [(one.details["given"], one.details["needed"]) for one in given] == [
        (n + 1, needed) for n in range(needed)
    ]


def test_more_asked_for_meanwhile_is_asked_of_what_still_waits(
    acme: Project, alice: User, dora: User
) -> None:
    proposal = make_proposal(acme)
    assert proposal.approvals_needed == 1
    change_policy(acme, by=alice, approvals_needed=2)

    first = approve(proposal, by=dora, revision=1)

    assert (first.status, first.approvals_needed) == (Status.PENDING, 2)
    assert approve(proposal, by=alice, revision=1).status == Status.APPROVED


def test_fewer_asked_for_meanwhile_lets_the_next_approval_decide(
    acme: Project, alice: User, dora: User
) -> None:
    change_policy(acme, by=alice, approvals_needed=3)
    proposal = make_proposal(acme)
    approve(proposal, by=dora, revision=1)
    change_policy(acme, by=alice, approvals_needed=2)

    assert approve(proposal, by=alice, revision=1).status == Status.APPROVED


def test_one_person_is_one_approval_however_often_they_press(
    acme: Project, alice: User, dora: User
) -> None:
    change_policy(acme, by=alice, approvals_needed=2)
    proposal = make_proposal(acme)
    approve(proposal, by=dora, revision=1)

    for _ in range(2):
        with nothing_changes(), pytest.raises(CameTooLate):
            approve(proposal, by=dora, revision=1)
