from memory.actors import page_agent
from memory.audit import verify
from memory.authority import Instant
from memory.canonical import digest
from memory.kinds import EdgeType
from memory.models import AuditEvent, Memory, Project, User
from memory.services.recall import recall
from proposals.changes import Edited
from proposals.services.apply import apply
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import make_memory, make_proposal


def test_a_person_edits_and_approves_and_the_agent_applies(
    acme: Project, alice: User, bob: User
) -> None:
    old = make_memory(acme, "Use Neo4j as the primary store.", kind="decision", title="Storage")
    proposal = make_proposal(acme, "Use SQLite and remove Neo4j.", target=old, by=bob)
    final = "Use SQLite by default; Neo4j remains optional."

    approve(proposal, by=alice, revision=1, edited=Edited(content=final))
    outcome = apply(proposal, actor=page_agent(bob))

    found = recall(acme, "which storage?", instant=Instant.now()).memories
    assert [memory.content for memory in found] == [final]
    new = found[0]
    assert (outcome.proposal.status, new.title, new.kind) == (Status.APPLIED, "Storage", "decision")
    assert new.predecessor == old
    assert new.digest == digest(new.words, salt=bytes(new.salt))
    edge = new.outgoing.get(type=EdgeType.UPDATES)
    assert edge.target == old
    assert (edge.reviewers[0]["name"], edge.reviewers[0]["edited"]) == ("alice", True)
    assert [event.type for event in AuditEvent.objects.order_by("-seq")[:3]] == [
        "proposal.applied",
        "memory.superseded",
        "memory.recorded",
    ]
    assert verify(acme).broken_at is None


def test_nothing_is_recorded_before_approval(acme: Project, bob: User) -> None:
    proposal = make_proposal(acme, "Ships are blue.", by=bob)

    outcome = apply(proposal, actor=page_agent(bob))

    assert (outcome.proposal.status, outcome.memories) == (Status.PENDING, [])
    assert not Memory.objects.exists()
