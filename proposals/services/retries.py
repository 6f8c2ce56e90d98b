"""A caller's Idempotency-Key: the same call again is the same effect, another body is refused."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from memory import limits
from memory.actors import Actor
from memory.errors import IdempotencyConflict
from memory.head import Head
from memory.models import IdempotencyRecord, Project
from proposals.models import Proposal


@dataclass(frozen=True, slots=True)
class Retry:
    """The key, with a digest of the body it came with."""

    tool: str
    key: str
    body_digest: str


def retried(project: Project, actor: Actor, retry: Retry | None) -> Proposal | None:
    """The proposal that the key was used for. Raises IdempotencyConflict if the body is another."""
    if retry is None:
        return None
    record = IdempotencyRecord.objects.filter(
        project=project,
        credential=actor.credential,
        tool=retry.tool,
        key=retry.key,
        at__gt=timezone.now() - limits.IDEMPOTENCY_KEPT,
    ).first()
    if record is None:
        return None
    if record.body_digest != retry.body_digest:
        raise IdempotencyConflict(
            "This Idempotency-Key was used for another input. Use a new key for a new input."
        )
    return Proposal.objects.in_project(project).get(public_id=record.object_id)


def remember(head: Head, actor: Actor, retry: Retry | None, proposal: Proposal) -> None:
    if retry is not None:
        # An older record of the same key has had its day: `retried` looked for a live one first.
        IdempotencyRecord.objects.update_or_create(
            project=head.project,
            credential=actor.credential,
            tool=retry.tool,
            key=retry.key,
            defaults={
                "body_digest": retry.body_digest,
                "object_id": proposal.public_id,
                "at": head.at,
            },
        )
