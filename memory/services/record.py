"""The only writer of memories. Applying an approved proposal is its only caller."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from memory import audit, search
from memory.actors import Actor
from memory.bulk import insert, new
from memory.canonical import digest
from memory.head import Head
from memory.kinds import EdgeType
from memory.models import Claim, Edge, Memory
from memory.values import value_of


@dataclass(frozen=True, slots=True)
class Statement:
    """Approved words with the salt and digest they were approved under."""

    memory_id: UUID
    words: dict[str, Any]
    salt: bytes
    digest: str
    supersedes: Memory | None = None
    follows: Memory | None = None
    """The lineage's last version so far: what is superseded, or one after it that never began."""
    after: UUID | None = None
    """An earlier one of the same call that this one supersedes."""
    retired: bool = False
    """It had ended before it came here: recorded and retired at once, never true in between."""
    said: dict[str, Any] | None = None
    """What a file claimed about it."""
    value: str = ""
    """Of its content, where that is known already."""


@dataclass(frozen=True, slots=True)
class Provenance:
    proposal_id: UUID
    proposed_by: dict[str, Any]
    applied_by: Actor
    approved_by: list[dict[str, Any]] = field(default_factory=list)
    reason: str = ""
    evidence_ids: list[str] = field(default_factory=list)


_PROJECT: Any = Memory._meta.get_field("project")


def record_memories(
    head: Head, statements: Sequence[Statement], provenance: Provenance
) -> list[Memory]:
    """Store the statements as memories, all or none, superseding what each names."""
    made: dict[UUID, Memory] = {}
    for one in statements:
        made[one.memory_id] = _memory(head, one, made.get(one.after), provenance)  # type: ignore[arg-type] # None is in no dictionary
    memories = insert(list(made.values()))
    insert(
        [
            new(Claim, memory_id=memory.pk, said=one.said)
            for memory, one in zip(memories, statements, strict=True)
            if one.said
        ]
    )
    pks = _ends_of_links(head, statements, made)
    insert(
        [
            edge
            for memory, one in zip(memories, statements, strict=True)
            for edge in _edges(head, memory, one, pks, provenance)
        ]
    )
    search.add(memories)
    for memory, one in zip(memories, statements, strict=True):
        _tell(head, memory, one, provenance)
    ended, waiting = _ended(head, statements, made)
    search.await_end(waiting)
    search.end(ended)
    return memories


def _ended(
    head: Head, statements: Sequence[Statement], made: dict[UUID, Memory]
) -> tuple[list[Memory], list[Memory]]:
    """What is current no longer, and what ends on the day on which its successor begins."""
    ended: dict[UUID, Memory] = {}
    waiting: dict[UUID, Memory] = {}
    for one in statements:
        new = made[one.memory_id]
        if new.retired_at:
            ended[new.public_id] = new
        old = one.supersedes or (made[one.after] if one.after else None)
        if old:
            (ended if new.valid_from <= head.at else waiting)[old.public_id] = old
    return list(ended.values()), list(waiting.values())


def retire_memory(head: Head, memory: Memory, provenance: Provenance) -> None:
    memory.retired_at = head.at
    memory.retired_by = provenance.proposal_id
    memory.save(update_fields=["retired_at", "retired_by"])
    search.end([memory])
    _tell_retired(head, memory, provenance)


def _memory(head: Head, one: Statement, before: Memory | None, provenance: Provenance) -> Memory:
    words, old = one.words, one.supersedes or before
    last = one.follows or before
    if digest(words, salt=one.salt) != one.digest:
        raise RuntimeError("The words are not the words that were approved.")
    memory = new(
        Memory,
        public_id=one.memory_id,
        project_id=head.row.project_id,
        number=head.next_memory_number(),
        kind=words["kind"],
        title=words["title"],
        content=words["content"],
        tags=words["tags"],
        starts_when_applied=words["valid_from"] is None,
        valid_from=words["valid_from"] or head.at,
        valid_until=words["valid_until"],
        salt=one.salt,
        digest=one.digest,
        value=one.value or value_of(head.project, words["content"]),
        lineage=old.lineage if old else one.memory_id,
        version=last.version + 1 if last else 1,
        recorded_at=head.at,
        retired_at=head.at if one.retired else None,
        retired_by=provenance.proposal_id if one.retired else None,
        proposal_id=provenance.proposal_id,
        proposed_by=provenance.proposed_by,
        applied_by=provenance.applied_by.stored(),
        approved_by=provenance.approved_by,
        evidence_ids=provenance.evidence_ids,
    )
    _PROJECT.set_cached_value(memory, head.project)
    return memory


def _ends_of_links(
    head: Head, statements: Sequence[Statement], made: dict[UUID, Memory]
) -> dict[UUID, int]:
    """The primary keys of what links name, and of all that is made."""
    named = {UUID(str(link["memory_id"])) for one in statements for link in one.words["links"]}
    named -= made.keys()
    found = Memory.objects.filter(project=head.project, public_id__in=named)
    pks: dict[UUID, int] = dict(found.values_list("public_id", "pk"))
    return pks | {public_id: memory.pk for public_id, memory in made.items()}


def _edges(
    head: Head,
    memory: Memory,
    one: Statement,
    pks: dict[UUID, int],
    provenance: Provenance,
) -> list[Edge]:
    edges = [
        new(
            Edge,
            project_id=head.row.project_id,
            type=link["type"],
            source_id=memory.pk,
            target_id=pks[UUID(str(link["memory_id"]))],
            created_at=head.at,
        )
        for link in one.words["links"]
    ]
    last = one.follows.pk if one.follows else pks[one.after] if one.after else None
    if last:
        edges.append(
            new(
                Edge,
                project_id=head.row.project_id,
                type=EdgeType.UPDATES,
                source_id=memory.pk,
                target_id=last,
                created_at=head.at,
                proposal_id=provenance.proposal_id,
                proposed_by=provenance.proposed_by,
                reviewers=provenance.approved_by,
                reason=provenance.reason,
                evidence_ids=provenance.evidence_ids,
                digest=one.digest,
            )
        )
    return edges


def _tell(head: Head, memory: Memory, one: Statement, provenance: Provenance) -> None:
    by, proposal = provenance.applied_by, str(provenance.proposal_id)
    audit.record(
        head,
        "memory.recorded",
        actor=by,
        about=("memory", memory.public_id),
        details={"proposal": proposal, "digest": memory.digest, "version": memory.version},
    )
    old = one.supersedes.public_id if one.supersedes else one.after
    if old:
        audit.record(
            head,
            "memory.superseded",
            actor=by,
            about=("memory", old),
            details={"proposal": proposal, "by": str(memory.public_id)},
        )
    if memory.retired_at:
        _tell_retired(head, memory, provenance)


def _tell_retired(head: Head, memory: Memory, provenance: Provenance) -> None:
    audit.record(
        head,
        "memory.retired",
        actor=provenance.applied_by,
        about=("memory", memory.public_id),
        details={"proposal": str(provenance.proposal_id)},
    )
