from memory.access import access_to
from memory.actors import human
from memory.confirming import require_confirmation
from memory.head import locked
from memory.models import Policy, User
from memory.roles import Role
from memory.services.erase import Order, leave_nothing_behind, note_erasure
from proposals.access import held
from proposals.models import Proposal
from proposals.services.emptying import empty_proposals


def erase_proposal(
    proposal: Proposal, *, by: User, reason: str, password: str | None = None
) -> bool:
    """All that was written in it. A memory that it made has words of its own, which stay.

    False where that was done before.
    """
    project = proposal.project
    with locked(project, even_closed=True) as head:
        access_to(project, by, Role.OWNER)
        order = Order.of(human(by), reason)
        require_confirmation(Policy.objects.get(project=project), by, password, what="the erasure")
        proposal = held(project, proposal)
        if proposal.is_erased:
            return False
        empty_proposals(head, [proposal], actor=order.by)
        note_erasure(head, order, about=("proposal", proposal.public_id))
        leave_nothing_behind()
        return True
