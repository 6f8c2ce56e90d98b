"""Two forms sent at the same moment: one decision, one event, and words for whoever came second."""

from functools import partial

import pytest
from django.test import Client

from memory.audit import verify
from memory.models import AuditEvent, Memory
from memory.roles import Role
from proposals.models import Proposal, Review
from proposals.states import Status
from tests.factories import join, make_memory, make_project, make_proposal, make_user
from tests.pages.sent import decide
from tests.proposals.race import answered, at_once

pytestmark = [pytest.mark.race, pytest.mark.usefixtures("committed_db")]


@pytest.fixture
def people():
    alice, dora = make_user("alice"), make_user("dora")
    join(make_project("acme", owner=alice), dora, Role.REVIEWER)
    return alice, dora


def browser_of(person):
    client = Client(raise_request_exception=False)
    client.force_login(person)
    return client


@pytest.mark.parametrize("verbs", [("approve", "approve"), ("approve", "reject")], ids=str)
def test_one_of_two_decisions_counts(people, verbs):
    alice, dora = people
    project = alice.memberships.get().project
    proposal = make_proposal(project, target=make_memory(project))
    clients = browser_of(alice), browser_of(dora)

    outcomes = at_once(
        *(
            partial(decide, client, proposal, verb, note="Because.")
            for client, verb in zip(clients, verbs, strict=True)
        )
    )

    answers = sorted(answered(outcomes), key=lambda answer: answer.status_code)
    assert [answer.status_code for answer in answers] == [303, 409]
    assert "this already" in answers[1].content.decode()
    assert Review.objects.filter(proposal=proposal).count() == 1
    decided = AuditEvent.objects.filter(object_id=str(proposal.public_id)).order_by("seq")
    assert len(decided) == 2
    assert verify(project).broken_at is None


def test_a_form_that_is_sent_twice_at_once_is_one_memory(people):
    alice, _ = people
    form = {"operation": "create", "kind": "fact", "content": "Sent twice.", "key": "one-form"}
    clients = [browser_of(alice) for _ in range(2)]

    outcomes = at_once(
        *(partial(client.post, "/p/acme/proposals/new/", form) for client in clients)
    )

    assert [answer.status_code for answer in answered(outcomes)] == [303, 303]
    assert Memory.objects.count() == 1
    assert Proposal.objects.get().status == Status.APPLIED
