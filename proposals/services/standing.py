"""Where a proposal stands, for decisions that may come too late."""

from collections.abc import Collection

from memory.errors import CameTooLate
from memory.prepared import Given, Prepared
from memory.times import iso
from proposals.models import Proposal, Review
from proposals.models.review import Decision
from proposals.states import Status


def standing_approvals(proposal: Proposal) -> list[Review]:
    return _STANDING.models(proposal=proposal.pk)


_STANDING = Prepared(
    lambda: (
        Review.objects.standing()
        .filter(proposal=Given("proposal"), decision=Decision.APPROVE)
        .order_by("at")
    )
)


def refuse_decided(proposal: Proposal, *, allowed: Collection[Status]) -> None:
    """Raises CameTooLate, saying who decided and when, unless it stands where it must."""
    if proposal.status in allowed:
        return
    last = Review.objects.filter(proposal=proposal).order_by("-at").first()
    raise CameTooLate(
        f"Too late: this proposal is {proposal.get_status_display().lower()} already."
        " Nothing was changed.",
        status=str(proposal.status),
        by=last.reviewed_by["name"] if last else None,
        at=iso(last.at) if last else None,
    )


def refuse_old_page(proposal: Proposal, revision: int) -> None:
    if revision != proposal.revision:
        raise CameTooLate(
            "The words changed since you opened this page. Read them as they are now, then decide.",
            revision=proposal.revision,
            seen=revision,
        )
