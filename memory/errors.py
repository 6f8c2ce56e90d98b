"""Refusals that a caller can act on.

Problem
├── InvalidInput          the fields say why
├── NotFound              unknown, or another project's: the same words
├── Forbidden
├── NotAuthoritative      the target was superseded or retired
├── NoChange
├── PreviouslyRejected
├── CameTooLate           someone decided, or changed it, first
├── ProposalNotApproved
├── ProposalStale
├── IdempotencyConflict
└── RateLimited

`message` says what to do next and never holds stored text; `data` may, in named fields.
"""

from typing import ClassVar


class Problem(Exception):
    code: ClassVar[str]
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, **data: object) -> None:
        super().__init__(message)
        self.message = message
        self.data = data


class InvalidInput(Problem):
    code = "INVALID_INPUT"

    def __init__(self, fields: dict[str, str], message: str = "") -> None:
        super().__init__(message or "Correct the named fields and send it again.", fields=fields)
        self.fields = fields


class NotFound(Problem):
    code = "NOT_FOUND"

    def __init__(self, what: str = "That") -> None:
        super().__init__(f"{what} is not known here. Check the id.")


class Forbidden(Problem):
    code = "FORBIDDEN"


class NotAuthoritative(Problem):
    code = "NOT_AUTHORITATIVE"


class NoChange(Problem):
    code = "NO_CHANGE"


class PreviouslyRejected(Problem):
    code = "PREVIOUSLY_REJECTED"


class CameTooLate(Problem):
    code = "CAME_TOO_LATE"


class ProposalNotApproved(Problem):
    code = "PROPOSAL_NOT_APPROVED"


class ProposalStale(Problem):
    code = "PROPOSAL_STALE"


class IdempotencyConflict(Problem):
    code = "IDEMPOTENCY_CONFLICT"


class RateLimited(Problem):
    code = "RATE_LIMITED"
    retryable = True
