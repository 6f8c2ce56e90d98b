import pytest

from memory.actors import human
from memory.kinds import Kind
from memory.models import Memory
from memory.times import iso
from proposals.changes import Edited
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import make_memory, make_proposal


@pytest.fixture
def hives(acme):
    return make_memory(acme, "Hives are numbered.")


@pytest.fixture
def corrected(acme, alice, hives):
    """A decision that an agent proposed to correct, and a person approved and applied."""
    old = make_memory(acme, "Use Neo4j as the primary store.", kind="decision", title="Storage")
    proposal = make_proposal(
        acme,
        "Use SQLite by default; Neo4j remains optional.",
        target=old,
        tags=["storage"],
        links=[{"type": "depends_on", "memory_id": hives.label}],
        evidence_ids=[hives.label],
        status=Status.APPROVED,
    )
    [memory] = apply(proposal, actor=human(alice)).memories
    return memory


def test_a_memory_says_all_that_an_agent_needs(agent, acme, corrected, hives):
    [found] = agent("recall_memory", query="storage architecture")["memories"]

    assert found.pop("score") > 0
    assert {name: found.pop(name) for name in ("source", "approved_by")}
    assert found == {
        "memory_id": str(corrected.public_id),
        "number": "M-003",
        "kind": "decision",
        "title": "Storage",
        "content": "Use SQLite by default; Neo4j remains optional.",
        "content_truncated": False,
        "authority": "authoritative",
        "tags": ["storage"],
        "valid_from": iso(corrected.valid_from),
        "valid_until": None,
        "recorded_at": iso(corrected.recorded_at),
        "supersedes": str(Memory.objects.get(number=2).public_id),
        "superseded_by": None,
        "links": [{"type": "depends_on", "memory_id": str(hives.public_id)}],
        "evidence_ids": [str(hives.public_id)],
    }


def test_a_memory_says_who_proposed_approved_and_applied_it(agent, corrected):
    [found] = agent("recall_memory", query="storage architecture")["memories"]

    [approval] = found["approved_by"]
    assert approval.pop("at").endswith("Z")
    assert approval == {"name": "alice", "edited": False, "confirmed_with": "click"}
    assert found["source"] == {
        "proposal_id": str(corrected.proposal_id),
        "proposed_by": {"kind": "agent", "name": "Agent in the page", "on_behalf_of": "alice"},
        "applied_by": {"kind": "human", "name": "alice"},
    }


def test_an_answer_says_what_was_asked_and_of_what_instant(agent):
    answer = agent("recall_memory", query="storage architecture")

    assert (answer["query"], answer["project_id"]) == ("storage architecture", "acme")
    assert answer["as_of"].endswith("Z")
    assert (answer["memories"], answer["omitted"]) == ([], 0)


def test_the_best_match_comes_first(agent, acme):
    make_memory(acme, "Bees drink water. Sugar helps in autumn.")
    best = make_memory(acme, "Varroa mites are counted with sugar.", title="Sugar roll")

    answer = agent("recall_memory", query="sugar roll for mites")

    scores = [memory["score"] for memory in answer["memories"]]
    assert answer["memories"][0]["memory_id"] == str(best.public_id)
    assert len(scores) == 2
    assert scores == sorted(scores, reverse=True)


def test_no_more_than_the_limit_and_the_rest_is_counted(agent, acme):
    for day in range(7):
        make_memory(acme, f"Hive {day} was opened.")

    assert len(agent("recall_memory", query="hive")["memories"]) == 5
    answer = agent("recall_memory", query="hive", limit=3)
    assert (len(answer["memories"]), answer["omitted"]) == (3, 4)


def test_only_the_kinds_that_are_asked_for(agent, acme):
    for kind in Kind.values:
        make_memory(acme, f"About the hive, as a {kind}.", kind=kind)

    answer = agent("recall_memory", query="hive", kinds=["goal", "question"], limit=50)

    assert {memory["kind"] for memory in answer["memories"]} == {"goal", "question"}


def test_a_query_without_a_match_is_an_empty_answer(agent, acme):
    make_memory(acme, "We deploy on Tuesdays.")

    answer = agent("recall_memory", query="quetzalcoatl")

    assert (answer["memories"], answer["omitted"]) == ([], 0)


def test_the_past_as_it_was_and_as_it_was_known(agent, acme):
    old = make_memory(acme, "We deploy on Tuesdays.", valid_from="2026-01-01T00:00:00Z")
    new = make_memory(
        acme, "We deploy on Thursdays.", supersedes=old, valid_from="2026-02-01T00:00:00Z"
    )

    def recalled(**when):
        answer = agent("recall_memory", query="deploy", **when)
        return [(one["content"], one["authority"]) for one in answer["memories"]]

    assert recalled() == [("We deploy on Thursdays.", "authoritative")]
    assert recalled(as_of="2026-01-15") == [("We deploy on Tuesdays.", "authoritative")]
    assert recalled(known_at=iso(old.recorded_at)) == [("We deploy on Tuesdays.", "authoritative")]
    assert recalled(as_of="2025-12-31") == []
    assert recalled(known_at="2025-12-31") == []
    then = agent("recall_memory", query="deploy", known_at=iso(old.recorded_at))["memories"][0]
    assert then["superseded_by"] is None
    past = agent("recall_memory", query="deploy", as_of="2026-01-15")["memories"][0]
    assert past["superseded_by"] == str(new.public_id)


def test_after_an_edited_approval_the_question_has_the_edited_answer(agent, acme, alice):
    old = make_memory(acme, "Use Neo4j as the primary store.", kind="decision")
    proposed = agent(
        "propose_memory_change",
        memory_id=str(old.public_id),
        proposed_content="Use SQLite and remove Neo4j.",
    )
    proposal = Proposal.objects.get(public_id=proposed["proposal_id"])
    edited = Edited(content="Use SQLite by default; Neo4j remains optional.")
    approve(proposal, by=alice, revision=1, edited=edited)
    agent("apply_approved_memory_change", proposal_id=proposed["proposal_id"])

    answer = agent("recall_memory", query="Use Neo4j as the primary store.")

    [found] = answer["memories"]
    assert found["content"] == "Use SQLite by default; Neo4j remains optional."
    assert found["supersedes"] == str(old.public_id)
    assert found["approved_by"][0]["edited"] is True


@pytest.mark.parametrize(
    "query", ["multi-agent", "multi agent", "MULTI-AGENT", "agents", "don't", "a/b", "20.04"]
)
def test_ordinary_text_finds_the_memory_it_is_from(agent, acme, query):
    make_memory(acme, "The multi-agent runner doesn't start: don't use a/b on Ubuntu 20.04.")
    make_memory(acme, "Bees drink water.")

    [found] = agent("recall_memory", query=query)["memories"]

    assert found["content"].startswith("The multi-agent runner")


def test_recall_asks_the_database_little_and_the_same_for_more(agent, acme, count_queries):
    for day in range(6):
        make_memory(acme, f"Hive {day} was opened.")

    # Session, person, membership; match, words, links, neighbours, the rest twice; the record.
    few = count_queries(lambda: agent("recall_memory", query="hive"))
    assert few <= 13
    for day in range(10):
        make_memory(acme, f"Hive {day} was closed.")
    assert count_queries(lambda: agent("recall_memory", query="hive", limit=15)) == few
