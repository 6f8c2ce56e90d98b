from typing import Any

from memory import audit
from memory.actors import Actor
from memory.errors import CameTooLate
from memory.head import Head
from proposals.models import Proposal
from proposals.states import EVENT_OF, MOVES, Status


def move(head: Head, proposal: Proposal, to: Status, *, actor: Actor, **details: Any) -> None:
    """Change a proposal's status. Nothing else in Waggle writes that column."""
    was = Status(proposal.status)
    # Compare-and-set: the table is asked and the row must still be in the status that was read.
    if to not in MOVES[was] or not (
        Proposal.objects.filter(pk=proposal.pk, status=was).update(status=to, asked_at=None)
    ):
        raise CameTooLate(
            f"A proposal that is {was} cannot become {to}. Open it to see where it stands.",
            status=str(was),
        )
    proposal.status = to
    proposal.asked_at = None
    audit.record(
        head,
        EVENT_OF[to],
        actor=actor,
        about=("proposal", proposal.public_id),
        details={"was": str(was), "revision": proposal.revision, **details},
    )
