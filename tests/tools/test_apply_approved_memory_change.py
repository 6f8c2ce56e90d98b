import pytest

from memory.actors import page_agent
from memory.models import Edge, Memory
from memory.services.projects import change_policy
from proposals.changes import Asked
from proposals.models import Proposal
from proposals.services.propose import propose_batch
from proposals.services.review import approve
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal


def test_it_is_recorded_and_the_old_one_superseded(agent, acme):
    old = make_memory(acme, "We deploy on Tuesdays.", kind="decision")
    proposal = make_proposal(acme, "On Thursdays.", target=old, status=Status.APPROVED)

    answer = agent("apply_approved_memory_change", proposal_id=str(proposal.public_id))

    assert answer["status"] == "applied"
    assert answer["already_applied"] is False
    assert answer["proposal_id"] == str(proposal.public_id)
    assert answer["superseded_memory_id"] == str(old.public_id)
    memory = answer["authoritative_memory"]
    assert (memory["content"], memory["authority"]) == ("On Thursdays.", "authoritative")
    assert memory["supersedes"] == str(old.public_id)
    assert memory["source"]["applied_by"]["on_behalf_of"] == "alice"
    assert Edge.objects.get(type="updates").target == old


def test_a_number_names_a_proposal_as_well(agent, acme):
    proposal = make_proposal(acme, status=Status.APPROVED)

    assert agent("apply_approved_memory_change", proposal_id="P-0001")["proposal_id"] == str(
        proposal.public_id
    )


def test_twice_is_once_and_says_so(agent, acme):
    proposal = make_proposal(acme, "On Thursdays.", status=Status.APPROVED)
    given = {"proposal_id": str(proposal.public_id)}
    first = agent("apply_approved_memory_change", **given)

    again = agent("apply_approved_memory_change", **given)

    assert again["already_applied"] is True
    assert again["authoritative_memory"] == first["authoritative_memory"]
    assert Memory.objects.count() == 1


def test_a_repeat_tells_the_state_of_now(agent, acme):
    proposal = make_proposal(acme, "On Thursdays.", status=Status.APPLIED)
    newer = make_memory(acme, "On Fridays.", supersedes=proposal.result)

    memory = agent("apply_approved_memory_change", proposal_id=proposal.label)[
        "authoritative_memory"
    ]

    assert (memory["content"], memory["authority"]) == ("On Thursdays.", "superseded")
    assert memory["superseded_by"] == str(newer.public_id)


@pytest.mark.parametrize("status", [Status.PENDING, Status.REJECTED, Status.WITHDRAWN])
def test_without_an_approval_it_is_refused(agent, acme, status):
    proposal = make_proposal(acme, status=status)

    answer = agent("apply_approved_memory_change", proposal_id=proposal.label)

    assert (answer.status, answer.code) == (409, "PROPOSAL_NOT_APPROVED")
    assert answer.error["status"] == status
    assert not Memory.objects.exists()


def test_half_of_the_approvals_are_none(agent, acme, alice):
    change_policy(acme, by=alice, approvals_needed=2)
    proposal = make_proposal(acme)
    approve(proposal, by=alice, revision=1)

    answer = agent("apply_approved_memory_change", proposal_id=proposal.label)

    assert (answer.code, answer.error["status"]) == ("PROPOSAL_NOT_APPROVED", "pending")


def test_a_stale_one_says_what_changed_and_what_overtook_it(agent, acme):
    old = make_memory(acme, "We deploy on Tuesdays.", title="Deploys")
    loser = make_proposal(acme, "On Mondays.", target=old, status=Status.APPROVED)
    winner = make_memory(acme, "On Thursdays.", supersedes=old, title="Deploying")

    answer = agent("apply_approved_memory_change", proposal_id=loser.label)

    assert (answer.status, answer.code) == (409, "PROPOSAL_STALE")
    assert answer.error["overtaken_by"] == str(winner.public_id)
    assert answer.error["changed"] == [
        {"field": "title", "was": "Deploys", "is": "Deploying"},
        {"field": "content", "was": "We deploy on Tuesdays.", "is": "On Thursdays."},
    ]
    assert "Thursdays" not in answer.error["message"]
    recalled = agent("recall_memory", query="mondays thursdays deploying")["memories"]
    assert [one["content"] for one in recalled] == ["On Thursdays."]


def test_a_retirement_leaves_no_memory_to_show(agent, acme):
    memory = make_memory(acme, "We deploy on Tuesdays.")
    proposal = make_proposal(
        acme, target=memory, operation=Operation.RETIRE, status=Status.APPROVED
    )

    answer = agent("apply_approved_memory_change", proposal_id=proposal.label)

    assert answer["authoritative_memory"] is None
    assert answer["superseded_memory_id"] is None
    assert agent("recall_memory", query="tuesdays")["memories"] == []


def test_a_batch_is_applied_whole(agent, acme, alice):
    asked = [Asked(operation=Operation.CREATE, kind="fact", content=f"Hive {n}.") for n in range(3)]
    proposal = propose_batch(acme, asked, actor=page_agent(alice)).proposal
    approve(proposal, by=alice, revision=1)

    answer = agent("apply_approved_memory_change", proposal_id=proposal.label)

    assert (answer["status"], answer["authoritative_memory"]) == ("applied", None)
    assert len(agent("recall_memory", query="hive")["memories"]) == 3
    assert agent("apply_approved_memory_change", proposal_id=proposal.label)["already_applied"]


def test_a_successor_that_begins_later_is_scheduled(agent, acme):
    old = make_memory(acme, "We deploy on Tuesdays.")
    proposal = make_proposal(
        acme, "On Thursdays.", target=old, valid_from="2999-01-01", status=Status.APPROVED
    )

    answer = agent("apply_approved_memory_change", proposal_id=proposal.label)

    assert answer["authoritative_memory"]["authority"] == "scheduled"
    [now] = agent("recall_memory", query="deploy thursdays tuesdays")["memories"]
    assert now["content"] == "We deploy on Tuesdays."
    assert now["superseded_by"] == answer["authoritative_memory"]["memory_id"]


def test_a_failure_inside_leaves_everything_as_it_was(agent, acme, monkeypatch):
    old = make_memory(acme, "We deploy on Tuesdays.")
    proposal = make_proposal(acme, "On Thursdays.", target=old, status=Status.APPROVED)
    with monkeypatch.context() as broken:
        broken.setattr("memory.search.add", lambda memories: 1 / 0)
        answer = agent("apply_approved_memory_change", proposal_id=proposal.label)

    assert (answer.status, answer.code) == (500, "INTERNAL")
    assert Proposal.objects.get(pk=proposal.pk).status == Status.APPROVED
    assert [one["content"] for one in agent("recall_memory", query="deploy")["memories"]] == [
        "We deploy on Tuesdays."
    ]
    assert agent("apply_approved_memory_change", proposal_id=proposal.label).status == 200
