"""Calls at the same moment: one effect, an answer for each, and each on record."""

from collections import Counter

import pytest
from django.test import Client

from memory.models import Memory, ToolCall
from proposals.models import Proposal
from proposals.states import Status
from tests.factories import make_memory, make_project, make_proposal, make_user
from tests.proposals.race import answered, at_once
from tests.tools.conftest import Agent

pytestmark = [pytest.mark.race, pytest.mark.usefixtures("committed_db")]

NEW = {"operation": "create", "kind": "fact", "proposed_content": "We deploy on Tuesdays."}
KEY = {"Idempotency-Key": "k-1"}


@pytest.fixture
def team(committed_db):
    return make_project("acme", owner=make_user("alice"))


@pytest.fixture
def pages(team):
    """Several pages of one person."""

    def sign_in():
        client = Client()
        client.force_login(team.memberships.get().user)
        return Agent(client, team.slug)

    return [sign_in() for _ in range(6)]


def test_one_retry_beside_another_is_one_proposal(pages):
    answers = answered(
        at_once(*(lambda p=page: p("propose_memory_change", headers=KEY, **NEW) for page in pages))
    )

    assert Counter(answer["duplicate"] for answer in answers) == {False: 1, True: 5}
    assert Proposal.objects.count() == 1


def test_two_bodies_under_one_key_are_not_both_taken(pages):
    def propose(page, n):
        given = {**NEW, "proposed_content": f"Statement {n}."}
        return lambda: page("propose_memory_change", headers=KEY, **given)

    answers = answered(at_once(*(propose(page, n) for n, page in enumerate(pages))))

    assert Counter(answer.status for answer in answers) == {200: 1, 409: 5}
    assert Proposal.objects.count() == 1


def test_one_application_beside_another_is_one_memory(team, pages):
    proposal = make_proposal(team, status=Status.APPROVED)
    given = {"proposal_id": proposal.label}

    answers = answered(
        at_once(*(lambda p=page: p("apply_approved_memory_change", **given) for page in pages))
    )

    assert Counter(answer["already_applied"] for answer in answers) == {False: 1, True: 5}
    assert Memory.objects.count() == 1


def test_reading_goes_on_while_others_write_and_every_call_is_on_record(team, pages):
    make_memory(team, "Hives are numbered.")

    def read(page):
        return lambda: [page("recall_memory", query="hives") for _ in range(5)]

    def write(page, n):
        def send(m):
            return page("propose_memory_change", **{**NEW, "proposed_content": f"Hive {n}-{m}."})

        return lambda: [send(m) for m in range(5)]

    outcomes = at_once(*map(read, pages[:3]), *(write(page, n) for n, page in enumerate(pages[3:])))

    assert {one.status for answers in answered(outcomes) for one in answers} == {200}
    assert Proposal.objects.pending().count() == 15
    assert Counter(ToolCall.objects.values_list("tool", "outcome")) == {
        ("recall_memory", "ok"): 15,
        ("propose_memory_change", "ok"): 15,
    }
