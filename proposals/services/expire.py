from django.utils import timezone

from memory.actors import system
from memory.head import Head, locked
from proposals.access import held
from proposals.models import Proposal
from proposals.services.review import reopen
from proposals.services.rewording import dismiss_approvals
from proposals.states import Cause, Status


def reopen_expired() -> int:
    """Approvals that waited too long count no more; their proposals wait for a human again."""
    waiting = Proposal.objects.filter(
        status=Status.APPROVED, expires_at__lte=timezone.now(), project__closed_at=None
    ).select_related("project")
    return sum(_reopen(proposal) for proposal in waiting)


def reopened_if_expired(head: Head, proposal: Proposal) -> bool:
    due = proposal.expires_at is not None and proposal.expires_at <= head.at
    if proposal.status != Status.APPROVED or not due:
        return False
    dismiss_approvals(head, proposal, because=Cause.WAITED)
    reopen(head, proposal, actor=system("waggle"), cause=Cause.WAITED)
    return True


def _reopen(proposal: Proposal) -> bool:
    with locked(proposal.project) as head:
        return reopened_if_expired(head, held(proposal.project, proposal))
