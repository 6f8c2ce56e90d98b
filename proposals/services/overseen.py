"""What the admin shows of proposals, beside `memory.services.overseen`."""

from memory.access import reviewed_by
from memory.models import User
from proposals.models import Proposal
from proposals.models.proposal import ProposalQuerySet
from proposals.services.inbox import for_lists


def proposals(person: User) -> ProposalQuerySet:
    """Of the projects in which the person reviews, with all that a list shows."""
    rows = Proposal.objects.filter(project__in=reviewed_by(person))
    return for_lists(rows).select_related("project").order_by("-created_at", "-pk")
