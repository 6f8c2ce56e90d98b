"""Words that an owner had erased are told to no agent: each time beside a sibling that is told."""

import json

import pytest
from django.test import Client

from memory.actors import human
from memory.models import Memory, ToolCall
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.erase_memory import erase_memory
from proposals.services.erase_person import erase_person
from proposals.services.erase_proposal import erase_proposal
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import make_memory, make_proposal

WORD, CONTROL = "zanzibarquokka", "vermilionwombat"
KEY = {"Idempotency-Key": "the-same-key-again"}


def erase(memory, by, **more):
    return erase_memory(memory, by=by, reason="It named a customer.", **more)


@pytest.fixture
def pair(acme):
    """The one that will go, with a title, a tag and a link, and one that stays."""
    kept = make_memory(acme, f"A {CONTROL} stays.", title=f"{CONTROL} title", tags=[CONTROL])
    link = {"type": "depends_on", "memory_id": str(kept.public_id)}
    gone = make_memory(
        acme, f"A {WORD} goes.", title=f"{WORD} title", tags=[WORD], links=[link], reason=WORD
    )
    return gone, kept


def test_neither_recall_nor_brief_tells_it_at_any_instant(agent, alice, pair):
    gone, _ = pair
    then = gone.recorded_at.isoformat()
    looks = [{}, {"known_at": then}, {"as_of": then}, {"as_of": then, "known_at": then}]
    for look in looks:
        assert WORD in json.dumps(
            agent("recall_memory", query="quokka zanzibarquokka", **look).body
        )

    erase(gone, alice)

    for look in looks:
        for answer in (
            agent("recall_memory", query=f"{WORD} {CONTROL}", **look),
            agent("get_project_brief", **look),
        ):
            told = json.dumps(answer.body)
            assert CONTROL in told
            assert WORD not in told.replace(json.dumps(f"{WORD} {CONTROL}"), "")
            assert str(gone.public_id) not in told


def test_graph_data_has_neither_it_nor_its_links(alice, acme, pair):
    gone, kept = pair
    client = Client()
    client.force_login(alice)
    assert len(client.get("/p/acme/graph.json").json()["edges"]) == 1

    erase(gone, alice)

    for look in ("", f"?known_at={gone.recorded_at.isoformat().replace('+', '%2B')}"):
        graph = client.get(f"/p/acme/graph.json{look}").json()
        assert [node["id"] for node in graph["nodes"]] == [str(kept.public_id)]
        assert graph["edges"] == []


@pytest.mark.parametrize("operation", ["update", "retire"])
def test_a_change_to_it_is_a_change_to_nothing(agent, alice, pair, operation):
    gone, kept = pair
    given = {"operation": operation}
    if operation == "update":
        given["proposed_content"] = "Something else."
    erase(gone, alice)

    for ref in (gone.label, str(gone.public_id)):
        refused = agent("propose_memory_change", memory_id=ref, **given)
        assert (refused.status, refused.code) == (404, "NOT_FOUND")
        assert WORD not in json.dumps(refused.body)
    assert agent("propose_memory_change", memory_id=kept.label, **given).status == 200


@pytest.mark.parametrize("field", ["links", "evidence_ids"])
def test_nothing_new_names_it(agent, alice, pair, field):
    gone, kept = pair
    erase(gone, alice)

    def ask(memory):
        ref = str(memory.public_id)
        value = [ref] if field == "evidence_ids" else [{"type": "relates_to", "memory_id": ref}]
        return agent(
            "propose_memory_change",
            operation="create",
            kind="fact",
            proposed_content="New.",
            **{field: value},
        )

    assert ask(gone).code == "NOT_FOUND"
    assert ask(kept).status == 200


def test_its_words_may_be_said_anew(agent, alice, pair):
    gone, kept = pair
    new = {"operation": "create", "kind": "fact"}
    assert agent("propose_memory_change", proposed_content=gone.content, **new).code == "NO_CHANGE"

    erase(gone, alice)

    assert agent("propose_memory_change", proposed_content=gone.content, **new).status == 200
    assert agent("propose_memory_change", proposed_content=kept.content, **new).code == "NO_CHANGE"


def test_a_call_repeated_after_its_target_went_is_answered(agent, acme, alice, pair):
    gone, _ = pair
    asked = {"memory_id": gone.label, "proposed_content": "Quite other words."}
    asked |= {"title": "Another title", "tags": []}
    first = agent("propose_memory_change", headers=KEY, **asked)
    proposal = Proposal.objects.get(public_id=first["proposal_id"])
    approve(proposal, by=alice, revision=1)
    apply(proposal, actor=human(alice))
    erase(gone, alice)

    again = agent("propose_memory_change", headers=KEY, **asked)

    assert again.status == 200, again.body
    assert again["duplicate"] is True
    assert again["proposed_content"] == "Quite other words."
    assert again["target"]["content"] == ""
    assert WORD not in json.dumps(again.body)


def test_an_application_repeated_after_its_memory_went_tells_no_words(agent, acme, alice):
    proposal = make_proposal(acme, f"A {WORD}.", status=Status.APPROVED)
    asked = {"proposal_id": str(proposal.public_id)}
    assert agent("apply_approved_memory_change", headers=KEY, **asked).status == 200
    erase(Memory.objects.get(proposal_id=proposal.public_id), alice)

    for headers in ({}, KEY):
        again = agent("apply_approved_memory_change", headers=headers, **asked)
        assert again.status == 200, again.body
        assert again["already_applied"] is True
        assert again["authoritative_memory"] is None
        assert WORD not in json.dumps(again.body)


def test_what_was_approved_on_it_is_stale_for_an_agent(agent, acme, alice, pair):
    gone, _ = pair
    proposal = make_proposal(acme, f"More {WORD}.", target=gone, status=Status.APPROVED)
    erase(gone, alice)

    refused = agent("apply_approved_memory_change", proposal_id=proposal.label)

    assert refused.code == "PROPOSAL_STALE"
    assert WORD not in json.dumps(refused.body)


def test_an_erased_proposal_is_applied_by_nobody(agent, acme, alice):
    proposal = make_proposal(acme, f"A {WORD}.", status=Status.APPROVED)
    erase_proposal(proposal, by=alice, reason="Asked for.")

    refused = agent("apply_approved_memory_change", proposal_id=proposal.label)

    assert (refused.code, refused.error["status"]) == ("PROPOSAL_NOT_APPROVED", "withdrawn")
    assert not Memory.objects.exists()


def test_the_same_words_asked_for_again_meet_no_ghost(agent, acme, alice):
    new = {"operation": "create", "kind": "fact", "proposed_content": f"A {WORD}."}
    first = agent("propose_memory_change", headers=KEY, **new)
    erase_proposal(Proposal.objects.get(), by=alice, reason="Asked for.")

    again = agent("propose_memory_change", headers=KEY, **new)

    assert again.status == 200, again.body
    assert again["proposal_id"] != first["proposal_id"]
    assert again["duplicate"] is False


def test_a_remembered_no_tells_no_reason_any_more(agent, acme, alice):
    proposal = make_proposal(acme, f"A {WORD}.", status=Status.REJECTED)
    new = {"operation": "create", "kind": "fact", "proposed_content": f"a {WORD.upper()}"}
    assert agent("propose_memory_change", **new).error["rejected"]["reason"] == "Not so."
    erase_person(acme, alice.pk, name="alice", by=alice, reason="Asked for.")

    refused = agent("propose_memory_change", **new)

    assert refused.code == "PREVIOUSLY_REJECTED"
    assert refused.error["rejected"]["reason"] == ""
    assert refused.error["rejected"]["proposal_id"] == str(proposal.public_id)


def test_the_record_of_calls_never_had_any_words(agent, alice, pair):
    gone, _ = pair
    agent("recall_memory", query=WORD)
    agent("propose_memory_change", memory_id=gone.label, proposed_content=f"More {WORD}.")
    erase(gone, alice)

    calls = str(list(ToolCall.objects.values()))
    assert str(gone.public_id) in calls
    assert WORD not in calls
