"""Memories through memory's own writer alone: quick, with their events, and indexed.

Where a proposal matters, `tests.factories` brings one through the whole door.
"""

from __future__ import annotations

import itertools
import secrets
from typing import Any
from uuid import uuid4

from memory.actors import system
from memory.canonical import digest, words_of
from memory.head import locked
from memory.ids import new_id
from memory.models import Memory, Project
from memory.services.lineage import newest
from memory.services.record import Provenance, Statement, record_memories, retire_memory

_count = itertools.count(1)
ACTOR = system("test")


def make_memory(
    project: Project, content: str = "", *, supersedes: Memory | None = None, **given: Any
) -> Memory:
    words = words_of(
        {
            "content": content or f"Statement {next(_count)}.",
            "kind": "fact",
            "title": "",
            "tags": [],
            "links": [],
            "valid_from": None,
            "valid_until": None,
        }
        | given
    )
    salt = secrets.token_bytes(16)
    last = newest(supersedes) if supersedes else None
    statement = Statement(new_id(), words, salt, digest(words, salt=salt), supersedes, last)
    with locked(project) as head:
        (memory,) = record_memories(head, [statement], _provenance())
    return Memory.objects.get(pk=memory.pk)


def retire(memory: Memory) -> Memory:
    with locked(memory.project) as head:
        retire_memory(head, memory, _provenance())
    return Memory.objects.get(pk=memory.pk)


def _provenance() -> Provenance:
    return Provenance(proposal_id=uuid4(), proposed_by=ACTOR.stored(), applied_by=ACTOR)
