"""The record of every change: append-only, chained by hash, without words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from memory.actors import Actor
from memory.bulk import new
from memory.canonical import digest
from memory.head import Head
from memory.models import AuditEvent, Project, ProjectHead
from memory.models.project import GENESIS

EVENT_TYPES = frozenset(
    {
        "memory.recorded",
        "memory.superseded",
        "memory.retired",
        "memory.erased",
        "proposal.created",
        "proposal.revised",
        "proposal.approved",
        "proposal.reopened",
        "proposal.rejected",
        "proposal.withdrawn",
        "proposal.stale",
        "proposal.applied",
        "proposal.assigned",
        "proposal.commented",
        "rejection.lifted",
        "conflict.found",
        "conflict.resolved",
        "evidence.confirmed",
        "evidence.constructed",
        "evidence.failed",
        "evidence.erased",
        "inference.adopted",
        "policy.changed",
        "member.added",
        "member.changed",
        "member.removed",
        "key.created",
        "key.revoked",
        "passkey.added",
        "passkey.removed",
        "project.created",
        "project.kept",
        "project.closed",
        "guide.started",
    }
)


def record(
    head: Head,
    event_type: str,
    *,
    actor: Actor,
    about: tuple[str, UUID | int | str],
    details: dict[str, Any] | None = None,
) -> AuditEvent:
    """One event while the project is held. `details` hold ids, states and digests, never words."""
    head.require_held()
    if event_type not in EVENT_TYPES:
        raise ValueError(f"{event_type} is not an event type.")
    row = head.row
    event = new(
        AuditEvent,
        project_id=row.project_id,
        seq=row.event_seq + 1,
        type=event_type,
        at=head.at,
        actor=actor.stored(),
        object_type=about[0],
        object_id=str(about[1]),
        details=details or {},
        previous=row.event_digest,
    )
    event.digest = digest_of(event, head.project)
    row.event_seq, row.event_digest = event.seq, event.digest
    head.events.append(event)
    return event


def digest_of(event: AuditEvent, project: Project) -> str:
    return digest(
        {
            "project": str(project.public_id),
            "seq": event.seq,
            "type": event.type,
            "at": event.at,
            "actor": event.actor,
            "object": [event.object_type, event.object_id],
            "details": event.details,
            "previous": event.previous,
        }
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """`broken_at` is the sequence number of the first event that does not hold, with the reason."""

    seq: int
    digest: str
    broken_at: int | None = None
    reason: str = ""

    @property
    def fault(self) -> str:
        """In words; none where all holds."""
        return (
            "" if self.broken_at is None else f"event {self.broken_at} does not hold: {self.reason}"
        )


def verify(project: Project, *, anchor: tuple[int, str] | None = None) -> Verdict:
    """Walk the chain to its head; an anchor kept elsewhere also proves that its end is there."""
    seq, previous, met_anchor = 0, GENESIS, anchor is None or anchor[0] == 0
    walked, head = -1, None
    # The head after the events: a project that is written to meanwhile has gone on, and so do we.
    while seq > walked and (head is None or head.event_seq > seq):
        walked = seq
        for event in _events(project, after=seq):
            reason = _fault(event, project, seq, previous)
            if reason:
                return Verdict(seq, previous, seq + 1, reason)
            seq, previous = event.seq, event.digest
            if anchor is not None and seq == anchor[0]:
                if previous != anchor[1]:
                    return Verdict(seq, previous, seq, "it is not the event that the anchor names")
                met_anchor = True
        head = ProjectHead.objects.filter(project=project).first()
    if seq == 0:  # the first event is the project's own beginning
        return Verdict(seq, previous, 1, "event 1 is missing")
    if head is None:
        return Verdict(seq, previous, seq + 1, "the head is gone")
    if (head.event_seq, head.event_digest) != (seq, previous):
        return Verdict(seq, previous, seq + 1, f"the head names event {head.event_seq}; it is gone")
    if not met_anchor:
        return Verdict(seq, previous, seq + 1, "the anchor names a later event; it is gone")
    return Verdict(seq, previous)


def _events(project: Project, *, after: int) -> Iterator[AuditEvent]:
    events = AuditEvent.objects.filter(project=project, seq__gt=after).order_by("seq")
    return events.iterator(chunk_size=2_000)


def _fault(event: AuditEvent, project: Project, seq: int, previous: str) -> str:
    if event.seq != seq + 1:
        return f"event {seq + 1} is missing"
    if event.previous != previous:
        return "it does not follow the event before it"
    if event.digest != digest_of(event, project):
        return "its content was changed"
    return ""
