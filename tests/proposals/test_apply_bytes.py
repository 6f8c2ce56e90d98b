"""What was approved is what is applied: byte for byte, whatever the words."""

import json
from datetime import datetime

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from memory.actors import human, page_agent
from memory.canonical import digest
from memory.models import AuditEvent, Edge, Memory, Project, User
from proposals.changes import Asked, Edited, parse_asked, parse_edited
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.propose import propose
from proposals.services.review import approve
from tests.factories import make_memory, retire
from tests.proposals.words import CONTENT, FUTURE, ONE_LINE, PAST, TAGS, TRICKY

here = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@here
@given(
    content=CONTENT,
    title=st.just("") | ONE_LINE,
    tags=TAGS,
    begins=st.none() | PAST,
    ends=st.none() | FUTURE,
    linked=st.booleans(),
)
@example(
    content=TRICKY,
    title=TRICKY.split("\n")[0],
    tags=["\u200btag", "TAG 2"],
    begins=None,
    ends=None,
    linked=True,
)
def test_a_memory_has_the_digest_that_was_approved(
    acme: Project,
    alice: User,
    storage: Memory,
    content: str,
    title: str,
    tags: list[str],
    begins: datetime | None,
    ends: datetime | None,
    linked: bool,
) -> None:
    asked = parse_asked(
        {
            "operation": "update",
            "memory_id": make_memory(acme).label,
            "content": content,
            "title": title,
            "tags": tags,
            "links": [{"type": "relates_to", "memory_id": storage.label}] if linked else [],
            "valid_from": begins and begins.isoformat(),
            "valid_until": ends and ends.isoformat(),
        }
    )

    memory = _carried_through(acme, asked, alice)

    assert memory.content == content.replace("\r\n", "\n").replace("\r", "\n")
    assert (memory.title, memory.tags, memory.valid_until) == (title, tags, ends)
    assert memory.valid_from == (begins or memory.recorded_at)
    assert [link["memory_id"] for link in memory.links] == [str(storage.public_id)] * linked


@here
@given(content=CONTENT, title=st.just("") | ONE_LINE, tags=TAGS)
@example(content=TRICKY, title="", tags=[])
def test_edited_words_have_the_digest_that_was_approved(
    acme: Project, alice: User, content: str, title: str, tags: list[str]
) -> None:
    edited = parse_edited({"content": content, "title": title, "tags": tags})
    count = Proposal.objects.count()
    asked = parse_asked({"operation": "create", "kind": "note", "content": f"First words {count}."})

    memory = _carried_through(acme, asked, alice, edited)

    assert memory.content == content.replace("\r\n", "\n").replace("\r", "\n")
    assert (memory.title, memory.tags) == (title, tags)
    _forget(memory)


def _carried_through(
    project: Project, asked: Asked, by: User, edited: Edited | None = None
) -> Memory:
    """Proposed, approved and applied, with every digest on the way compared."""
    proposal = propose(project, asked, actor=page_agent(by)).proposal
    approved = approve(proposal, by=by, revision=1, edited=edited)
    [made] = apply(proposal, actor=human(by)).memories
    memory = Memory.objects.get(pk=made.pk)
    recorded = AuditEvent.objects.get(type="memory.recorded", object_id=str(memory.public_id))
    applied = AuditEvent.objects.get(type="proposal.applied", object_id=str(proposal.public_id))
    edges = Edge.objects.filter(source=memory, type="updates")
    digests = {
        memory.digest,
        digest(memory.words, salt=bytes(memory.salt)),
        approved.reviews.get().digest,
        approved.current.digest,
        recorded.details["digest"],
        applied.details["digest"],
        *(edge.digest for edge in edges),
    }
    assert len(digests) == 1
    assert not any(
        content in json.dumps(event.details)
        for event in (recorded, applied)
        for content in [memory.content]
        if len(content) > 70
    )
    return memory


def _forget(memory: Memory) -> None:
    """Its words may come again: they are retired, so a later example is no repeat of them."""
    retire(memory)
