"""Law 7 and law 8 at the tools: what is absent, each time beside a sibling that is there."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from proposals.models import Proposal
from proposals.states import Status
from tests.factories import make_memory, make_proposal, retire


def superseded(acme, elsewhere):
    make_memory(acme, "Hive nine: new words.", supersedes=make_memory(acme, "Hive secret."))


def retired(acme, elsewhere):
    retire(make_memory(acme, "Hive secret."))


def expired(acme, elsewhere):
    soon = datetime.now(UTC) + timedelta(milliseconds=500)
    make_memory(acme, "Hive secret.", valid_from="2026-01-01T00:00:00Z", valid_until=soon)
    time.sleep(max(0, (soon - datetime.now(UTC)).total_seconds()) + 0.01)


def scheduled(acme, elsewhere):
    make_memory(acme, "Hive secret.", valid_from=datetime.now(UTC) + timedelta(days=1))


def pending(acme, elsewhere):
    make_proposal(acme, "Hive secret.")


def approved(acme, elsewhere):
    make_proposal(acme, "Hive secret.", status=Status.APPROVED)


def rejected(acme, elsewhere):
    make_proposal(acme, "Hive secret.", status=Status.REJECTED)


def another_projects(acme, elsewhere):
    make_memory(elsewhere, "Hive secret.")


NOWHERE = "0192f0c4-0000-7000-8000-000000000000"
HIDDEN = [superseded, retired, expired, scheduled, pending, approved, rejected, another_projects]


@pytest.mark.parametrize("hide", HIDDEN, ids=lambda hide: hide.__name__)
def test_it_is_neither_recalled_nor_in_the_brief(agent, acme, elsewhere, hide):
    make_memory(acme, "Hive sibling.")
    hide(acme, elsewhere)

    recalled = str(agent("recall_memory", query="hive secret sibling", limit=50).body)
    brief = str(agent("get_project_brief", max_items=25, max_chars=60_000).body)

    assert "Hive sibling." in recalled
    assert "Hive sibling." in brief
    assert "Hive secret." not in recalled
    assert "Hive secret." not in brief


def test_another_project_recalls_its_own(acme, elsewhere, charlie, page_of):
    make_memory(acme, "Hive nine.")
    make_memory(elsewhere, "Hive ten.")

    answer = page_of(charlie, elsewhere)("recall_memory", query="hive")

    assert [one["content"] for one in answer["memories"]] == ["Hive ten."]


@pytest.mark.parametrize("given", [{"proposed_content": "Mine now."}, {"operation": "retire"}])
def test_another_projects_memory_is_like_none(agent, acme, elsewhere, given):
    make_memory(acme)
    theirs = [make_memory(elsewhere, f"Hive {n}.") for n in range(2)][1]

    answers = [
        agent("propose_memory_change", memory_id=ref, **given)
        for ref in (str(theirs.public_id), theirs.label, NOWHERE, "M-0099", "hive")
    ]

    assert {one.status for one in answers} == {404}
    assert all(one.body == answers[0].body for one in answers)
    assert not Proposal.objects.in_project(acme).pending().exists()


@pytest.mark.parametrize("field", ["evidence_ids", "links"])
def test_nothing_of_another_project_is_cited_or_linked(agent, acme, elsewhere, field):
    own, theirs = make_memory(acme), make_memory(elsewhere)

    def cite(ref):
        value = [ref] if field == "evidence_ids" else [{"type": "part_of", "memory_id": ref}]
        new = {"operation": "create", "kind": "fact", "proposed_content": "Hive."}
        return agent("propose_memory_change", **new, **{field: value})

    assert cite(str(theirs.public_id)).status == 404
    assert cite(str(theirs.public_id)).body == cite(NOWHERE).body
    assert cite(str(own.public_id)).status == 200


def test_another_projects_proposal_is_like_none(agent, acme, elsewhere):
    theirs = make_proposal(elsewhere, "Hive secret.", status=Status.APPROVED)

    answers = [
        agent("apply_approved_memory_change", proposal_id=ref)
        for ref in (str(theirs.public_id), theirs.label, NOWHERE, "P-0099", "hive")
    ]

    assert {one.status for one in answers} == {404}
    assert all(one.body == answers[0].body for one in answers)
    theirs.refresh_from_db()
    assert theirs.status == Status.APPROVED
