import pytest

from memory import limits
from memory.kinds import ASKABLE_EDGES
from memory.services.lineage import state_of
from memory.times import iso
from proposals.models import Proposal
from proposals.services.rejections import lift
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import make_memory, make_proposal, retire
from waggle_site.tools.propose_memory_change import LinkInput

NEW = {"operation": "create", "kind": "fact", "proposed_content": "We deploy on Tuesdays."}


@pytest.fixture
def storage(acme):
    return make_memory(
        acme, "Use Neo4j as the primary store.", kind="decision", title="Storage", tags=["storage"]
    )


def test_a_proposal_says_all_that_an_agent_needs(agent, storage, settings):
    settings.WAGGLE_BASE_URL = "https://waggle.example.org"

    given = {"memory_id": storage.label, "proposed_content": "Use SQLite by default."}
    answer = agent("propose_memory_change", **given, reason="Conflicts with local-first.")

    proposal = Proposal.objects.pending().get()
    assert answer.body.pop("target")
    assert answer.body == {
        "proposal_id": str(proposal.public_id),
        "number": "P-0002",
        "status": "pending",
        "operation": "update",
        "revision": 1,
        "approvals": {"given": 0, "needed": 1},
        "proposed_content": "Use SQLite by default.",
        "title": "Storage",
        "kind": "decision",
        "tags": ["storage"],
        "links": [],
        "reason": "Conflicts with local-first.",
        "evidence_ids": [],
        "proposed_by": {"kind": "agent", "name": "Agent in the page", "on_behalf_of": "alice"},
        "created_at": iso(proposal.created_at),
        "expires_at": None,
        "duplicate": False,
        "review_url": "https://waggle.example.org/p/acme/proposals/P-0002/",
        "next_step": "A person must review this before it can be applied.",
    }


def test_a_proposal_says_what_it_would_change(agent, storage):
    answer = agent("propose_memory_change", memory_id=storage.label, proposed_content="SQLite.")

    assert answer["target"] == {
        "memory_id": str(storage.public_id),
        "content": "Use Neo4j as the primary store.",
        "fingerprint": state_of(storage),
    }


def test_links_and_evidence_are_named_by_their_ids(agent, acme, storage):
    other = make_memory(acme, "Hives are numbered.")

    answer = agent(
        "propose_memory_change",
        memory_id=str(storage.public_id),
        proposed_content="Use SQLite by default.",
        evidence_ids=[other.label],
        links=[{"type": "relates_to", "memory_id": other.label}],
    )

    assert answer["links"] == [{"type": "relates_to", "memory_id": str(other.public_id)}]
    assert answer["evidence_ids"] == [str(other.public_id)]


def test_proposing_changes_nothing_yet(agent, acme):
    memory = make_memory(acme, "We deploy on Tuesdays.")

    agent("propose_memory_change", memory_id=memory.label, proposed_content="On Thursdays.")

    assert [
        one["content"] for one in agent("recall_memory", query="deploy thursdays")["memories"]
    ] == ["We deploy on Tuesdays."]


def test_a_new_memory_has_no_target(agent):
    answer = agent("propose_memory_change", **NEW, title="Deploys", tags=["ops"])

    assert answer["target"] is None
    assert (answer["title"], answer["tags"], answer["kind"]) == ("Deploys", ["ops"], "fact")


def test_a_retirement_shows_what_is_to_go(agent, acme):
    memory = make_memory(acme, "We deploy on Tuesdays.", title="Deploys")

    answer = agent("propose_memory_change", operation="retire", memory_id=str(memory.public_id))

    assert (answer["operation"], answer["proposed_content"]) == ("retire", None)
    assert answer["target"]["content"] == "We deploy on Tuesdays."
    assert (answer["title"], answer["kind"]) == ("Deploys", "fact")


def test_every_link_may_be_asked_for_but_updates():
    offered = LinkInput.model_fields["type"].annotation.__args__

    assert set(offered) == set(ASKABLE_EDGES)


def test_a_superseded_memory_names_what_is_authoritative(agent, acme):
    old = make_memory(acme, "We deploy on Tuesdays.")
    new = make_memory(acme, "We deploy on Thursdays.", supersedes=old)

    answer = agent("propose_memory_change", memory_id=old.label, proposed_content="On Fridays.")

    assert (answer.status, answer.code) == (409, "NOT_AUTHORITATIVE")
    assert answer.error["authoritative_memory_id"] == str(new.public_id)


def test_a_retired_memory_has_no_successor(agent, acme):
    old = retire(make_memory(acme, "We deploy on Tuesdays."))

    answer = agent("propose_memory_change", memory_id=old.label, proposed_content="On Fridays.")

    assert (answer.status, answer.code) == (409, "NOT_AUTHORITATIVE")
    assert answer.error["authoritative_memory_id"] is None


def test_no_change_names_the_memory(agent, acme):
    memory = make_memory(acme, NEW["proposed_content"])

    update = {"memory_id": memory.label, "proposed_content": memory.content}
    for given in (update, NEW):
        answer = agent("propose_memory_change", **given)
        assert (answer.status, answer.code) == (409, "NO_CHANGE")
        assert answer.error["memory_id"] == str(memory.public_id)


def test_a_rejected_text_is_refused_with_the_reason_until_it_is_lifted(agent, acme, alice):
    rejected = make_proposal(acme, "We deploy on Tuesdays.", status=Status.REJECTED)

    again = {**NEW, "proposed_content": "  we DEPLOY on tuesdays "}
    answer = agent("propose_memory_change", **again, reason="Please.")

    assert (answer.status, answer.code) == (409, "PREVIOUSLY_REJECTED")
    told = answer.error["rejected"]
    assert told == {
        "at": told["at"],
        "reason": "Not so.",
        "by_role": "owner",
        "proposal_id": str(rejected.public_id),
    }
    lift(rejected, by=alice)
    assert agent("propose_memory_change", **again)["status"] == "pending"


def test_a_repeat_is_the_same_proposal_with_what_it_adds(agent, acme):
    evidence = make_memory(acme, "Hives are numbered.")
    first = agent("propose_memory_change", **NEW, reason="First.")

    again = {**NEW, "proposed_content": "We  deploy on Tuesdays. "}
    repeat = agent("propose_memory_change", **again, evidence_ids=[evidence.label])

    assert (first["duplicate"], repeat["duplicate"]) == (False, True)
    assert repeat["proposal_id"] == first["proposal_id"]
    assert repeat["proposed_content"] == "We deploy on Tuesdays."
    assert repeat["evidence_ids"] == [str(evidence.public_id)]
    assert Proposal.objects.pending().count() == 1


def test_a_flood_on_one_memory_is_told_when_to_come_back(agent, acme):
    memory = make_memory(acme)

    answers = [
        agent("propose_memory_change", memory_id=memory.label, proposed_content=f"Version {n}.")
        for n in range(limits.PROPOSALS_PER_TARGET + 2)
    ]

    refused = answers[-1]
    assert [one.status for one in answers].count(200) == limits.PROPOSALS_PER_TARGET
    assert (refused.status, refused.code) == (429, "RATE_LIMITED")
    assert refused.error["retryable"] is True
    assert 0 < refused.error["retry_after"] <= 60
    assert refused.headers["Retry-After"] == str(refused.error["retry_after"])


def test_a_retry_tells_how_it_stands_by_now(agent, alice):
    key = {"Idempotency-Key": "one"}
    agent("propose_memory_change", headers=key, **NEW)
    approve(Proposal.objects.get(), by=alice, revision=1)

    answer = agent("propose_memory_change", headers=key, **NEW)

    assert (answer["status"], answer["duplicate"]) == ("approved", True)
    assert answer["approvals"] == {"given": 1, "needed": 1}
    assert answer["next_step"] == "A person approved it. Apply it by its proposal_id."
