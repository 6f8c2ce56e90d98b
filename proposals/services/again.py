"""A proposal that was overtaken, carried over to the version that overtook it: a new proposal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory import limits
from memory.access import access_to
from memory.actors import human
from memory.authority import Instant
from memory.errors import NotFound
from memory.head import locked
from memory.models import Memory, User
from memory.roles import Role
from memory.services.lineage import to_be_changed
from memory.times import iso
from proposals.access import held
from proposals.changes import Words, parse_asked
from proposals.merging import merged_list, merged_text, merged_value
from proposals.models import Proposal
from proposals.services.evidence import cited, sources
from proposals.services.propose import Proposed, propose
from proposals.services.standing import refuse_decided
from proposals.states import Operation, Status

FIELDS = ("content", "title", "kind", "tags", "links")


@dataclass(frozen=True, slots=True)
class Carried:
    """What it would ask for now, and the fields that both changed, which a person must write."""

    fields: dict[str, Any]
    target: Memory | None
    clashes: tuple[str, ...] = ()
    """Of a clash the field holds what was proposed."""

    @property
    def is_whole(self) -> bool:
        return self.target is not None and not self.clashes


def carry_over(proposal: Proposal, *, at: datetime) -> Carried:
    """Both changes in one where they do not touch. Raises NotFound for what has no such form."""
    if proposal.operation == Operation.BATCH or proposal.is_erased:
        raise NotFound("A single change to propose again")
    words, base = proposal.current.words, (proposal.current.base or [None])[0]
    target = to_be_changed(proposal.target, Instant(at, at)) if proposal.target else None
    if target and (target.retired_at is not None or target.erased_at is not None):
        target = None
    kept = {"reason": proposal.first.reason, "evidence_ids": _still_there(proposal)}
    if words is None:
        return Carried({"operation": Operation.RETIRE, **_about(target), **kept}, target)
    if target is None or base is None:
        own = {name: getattr(words, name) for name in FIELDS}
        return Carried({"operation": Operation.CREATE, **own, **kept}, None)
    fields, clashes = _merged(words, base, target)
    asked = {"operation": Operation.UPDATE, **_about(target), **fields, **kept}
    return Carried(asked | _window(words, target, at), target, clashes)


def propose_again(proposal: Proposal, *, by: User) -> Proposed | None:
    """In one step; None where both changed the same words, which takes a person to write them.

    It waits for review like any other, whoever carries it over.
    """
    project = proposal.project
    with locked(project) as head:
        access_to(project, by, Role.CONTRIBUTOR)
        proposal = held(project, proposal)
        refuse_decided(proposal, allowed=(Status.STALE,))
        carried = carry_over(proposal, at=head.at)
        if not carried.is_whole:
            return None
        asked = parse_asked(carried.fields)
        return propose(project, asked, actor=human(by), again_of=proposal)


def _about(target: Memory | None) -> dict[str, str]:
    return {"memory_id": target.label} if target else {}


def _merged(
    words: Words, base: dict[str, Any], target: Memory
) -> tuple[dict[str, Any], tuple[str, ...]]:
    mine, theirs = words.plain(), target.words
    fields: dict[str, Any] = {
        "content": merged_text(base["content"], mine["content"], theirs["content"]),
        "title": merged_value(base["title"], mine["title"], theirs["title"]),
        "kind": merged_value(base["kind"], mine["kind"], theirs["kind"]),
        "tags": merged_list(base["tags"], mine["tags"], theirs["tags"]),
        "links": merged_list(base["links"], mine["links"], theirs["links"]),
    }
    clashes = tuple(name for name, value in fields.items() if value is None)
    return fields | {name: mine[name] for name in clashes}, clashes


def _window(words: Words, target: Memory, at: datetime) -> dict[str, str]:
    """As proposed; else the end that the version of now has."""
    ends = words.valid_until or target.valid_until
    found = {"valid_from": words.valid_from, "valid_until": ends if ends and ends > at else None}
    return {name: iso(moment) for name, moment in found.items() if moment}


def _still_there(proposal: Proposal) -> list[str]:
    ids = proposal.evidence_ids
    memories = cited(proposal.project, ids)
    there = {ref for ref, one in zip(ids, memories, strict=True) if one and one.erased_at is None}
    there |= set(sources(proposal.project, [ref for ref in ids if ref not in there]))
    return [ref for ref in ids if ref in there][: limits.EVIDENCE]
