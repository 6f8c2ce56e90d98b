"""The one change of a memory's words that the guards allow: all of them emptied, once."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from memory import audit, limits, search
from memory.actors import Actor
from memory.canonical import digest
from memory.errors import InvalidInput
from memory.head import Head
from memory.models import Claim, Edge, Erasure, Memory
from memory.services.tidy import empty_the_log, sample_anew
from memory.text import is_blank, unfit, unix_newlines


@dataclass(frozen=True, slots=True)
class Order:
    """Who has words erased, and why."""

    by: Actor
    reason: str

    @classmethod
    def of(cls, by: Actor, reason: str) -> Order:
        """Raises InvalidInput where no reason is given."""
        if is_blank(reason):
            raise InvalidInput({"reason": "say why; it is what the record keeps in their place"})
        if wrong := unfit(reason, most=limits.REASON):
            raise InvalidInput({"reason": wrong})
        return cls(by, unix_newlines(reason))


def erase_memories(head: Head, memories: Sequence[Memory], order: Order) -> None:
    """Digests, authority and links stay; the words, and why they came, go."""
    pks = [one.pk for one in memories if one.erased_at is None]
    rows = list(Memory.objects.filter(project=head.project, pk__in=pks))
    Memory.objects.filter(pk__in=[row.pk for row in rows]).update(
        title="", content="", tags=[], salt=b"", erased_at=head.at
    )
    Edge.objects.filter(project=head.project, source__in=rows).exclude(reason="").update(reason="")
    Claim.objects.filter(memory__in=rows).delete()
    search.erase(rows)
    for row in rows:
        note_erasure(head, order, about=("memory", row.public_id))
    leave_nothing_behind()


def note_erasure(
    head: Head,
    order: Order,
    *,
    about: tuple[str, UUID | int],
    details: dict[str, object] | None = None,
    event: str = "memory.erased",
) -> None:
    """The event, and beside it the reason: it is text, and so can be erased in its turn."""
    salt = secrets.token_bytes(16)
    Erasure.objects.create(
        project=head.project,
        object_type=about[0],
        object_id=str(about[1]),
        at=head.at,
        by=order.by.stored(),
        reason=order.reason,
        salt=salt,
    )
    audit.record(
        head,
        event,
        actor=order.by,
        about=about,
        details={"reason": digest(order.reason, salt=salt), **(details or {})},
    )


def leave_nothing_behind() -> None:
    search.purge()
    transaction.on_commit(empty_the_log)
    transaction.on_commit(sample_anew)
