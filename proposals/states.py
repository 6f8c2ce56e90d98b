"""The life of a proposal, as data."""

from django.db.models import TextChoices


class Operation(TextChoices):
    CREATE = "create", "New memory"
    UPDATE = "update", "Change"
    RETIRE = "retire", "Retirement"
    BATCH = "batch", "Batch"


class Status(TextChoices):
    PENDING = "pending", "Waiting for a human"
    APPROVED = "approved", "Approved, not applied"
    REJECTED = "rejected", "Rejected"
    STALE = "stale", "Overtaken"
    APPLIED = "applied", "Applied"
    WITHDRAWN = "withdrawn", "Withdrawn"


MOVES: dict[Status, frozenset[Status]] = {
    Status.PENDING: frozenset({Status.APPROVED, Status.REJECTED, Status.STALE, Status.WITHDRAWN}),
    Status.APPROVED: frozenset({Status.APPLIED, Status.STALE, Status.WITHDRAWN, Status.PENDING}),
    Status.REJECTED: frozenset(),
    Status.STALE: frozenset(),
    Status.APPLIED: frozenset(),
    Status.WITHDRAWN: frozenset(),
}

OPEN = (Status.PENDING, Status.APPROVED)


class Cause(TextChoices):
    """Why an approval counts no more."""

    EDITED = "edited"
    REVISED = "revised"
    REVOKED = "revoked"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    WAITED = "waited too long"
    ERASED = "erased"


EVENT_OF: dict[Status, str] = {
    Status.PENDING: "proposal.reopened",
    Status.APPROVED: "proposal.approved",
    Status.REJECTED: "proposal.rejected",
    Status.STALE: "proposal.stale",
    Status.APPLIED: "proposal.applied",
    Status.WITHDRAWN: "proposal.withdrawn",
}

TARGET_ERASED = "target erased"
"""Why a proposal went stale whose memory has no words any more."""
