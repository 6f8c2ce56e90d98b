"""Law 10 and the Idempotency-Key."""

import json
from datetime import timedelta

from memory.models import IdempotencyRecord, Memory
from proposals.models import Proposal
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import make_proposal

NEW = {"operation": "create", "kind": "fact", "proposed_content": "We deploy on Tuesdays."}
KEY = {"Idempotency-Key": "k-1"}
APPLY = "apply_approved_memory_change"


def test_the_same_key_and_body_is_one_proposal(agent):
    first = agent("propose_memory_change", headers=KEY, **NEW)
    again = agent("propose_memory_change", headers=KEY, **NEW)

    assert again["proposal_id"] == first["proposal_id"]
    assert again["duplicate"] is True


def test_the_same_body_may_be_written_another_way(agent):
    first = agent.raw("propose_memory_change", json.dumps(NEW), headers=KEY)
    again = agent.raw(
        "propose_memory_change", json.dumps(dict(reversed(NEW.items())), indent=2), headers=KEY
    )

    assert again["proposal_id"] == first["proposal_id"]


def test_the_same_key_with_another_body_is_a_conflict(agent):
    agent("propose_memory_change", headers=KEY, **NEW)
    other = {**NEW, "proposed_content": "We deploy on Fridays."}

    answer = agent("propose_memory_change", headers=KEY, **other)

    assert (answer.status, answer.code) == (409, "IDEMPOTENCY_CONFLICT")
    assert Proposal.objects.count() == 1
    assert agent("propose_memory_change", headers={"Idempotency-Key": "k-2"}, **other).status == 200


def test_a_key_is_the_callers_own(agent, bob, acme, page_of):
    agent("propose_memory_change", headers=KEY, **NEW)
    other = {**NEW, "proposed_content": "We deploy on Fridays."}

    assert page_of(bob, acme)("propose_memory_change", headers=KEY, **other).status == 200


def test_a_key_is_one_tools_own(agent, acme):
    proposal = make_proposal(acme, status=Status.APPROVED)
    agent("propose_memory_change", headers=KEY, **NEW)

    assert agent(APPLY, headers=KEY, proposal_id=proposal.label).status == 200


def test_a_key_is_forgotten_after_a_day(agent):
    agent("propose_memory_change", headers=KEY, **NEW)
    for record in IdempotencyRecord.objects.all():
        record.at -= timedelta(hours=25)
        record.save()

    other = {**NEW, "proposed_content": "We deploy on Fridays."}
    assert agent("propose_memory_change", headers=KEY, **other)["duplicate"] is False


def test_applying_with_the_same_key_is_one_effect(agent, acme):
    proposal = make_proposal(acme, status=Status.APPROVED)

    first = agent(APPLY, headers=KEY, proposal_id=proposal.label)
    again = agent(APPLY, headers=KEY, proposal_id=proposal.label)

    assert (first["already_applied"], again["already_applied"]) == (False, True)
    assert Memory.objects.count() == 1


def test_the_same_key_does_not_apply_another_proposal(agent, acme):
    one = make_proposal(acme, status=Status.APPROVED)
    two = make_proposal(acme, status=Status.APPROVED)
    agent(APPLY, headers=KEY, proposal_id=one.label)

    answer = agent(APPLY, headers=KEY, proposal_id=two.label)

    assert (answer.status, answer.code) == (409, "IDEMPOTENCY_CONFLICT")
    assert Proposal.objects.get(pk=two.pk).status == Status.APPROVED


def test_an_application_that_was_too_early_may_be_repeated(agent, acme, alice):
    proposal = make_proposal(acme)
    early = agent(APPLY, headers=KEY, proposal_id=proposal.label)
    approve(proposal, by=alice, revision=1)

    answer = agent(APPLY, headers=KEY, proposal_id=proposal.label)

    assert early.code == "PROPOSAL_NOT_APPROVED"
    assert answer["already_applied"] is False


def test_a_refused_input_does_not_use_a_key_up(agent):
    refused = agent("propose_memory_change", headers=KEY, **{**NEW, "kind": "rumour"})

    assert refused.status == 422
    assert agent("propose_memory_change", headers=KEY, **NEW)["duplicate"] is False


def test_a_key_has_a_length(agent):
    answer = agent("propose_memory_change", headers={"Idempotency-Key": "k" * 201}, **NEW)

    assert list(answer.error["fields"]) == ["Idempotency-Key"]
    assert agent("recall_memory", headers={"Idempotency-Key": "k" * 201}, query="x").status == 200
