from memory.access import access_to
from memory.actors import human
from memory.errors import Forbidden
from memory.head import locked
from memory.models import User
from memory.roles import Role
from proposals.access import held
from proposals.models import Proposal
from proposals.services.rewording import dismiss_approvals
from proposals.services.standing import refuse_decided, refuse_old_page
from proposals.states import OPEN, Cause, Status
from proposals.transition import move


def withdraw(proposal: Proposal, *, by: User, revision: int) -> Proposal:
    """The proposer takes it back. Nothing is remembered against its words."""
    with locked(proposal.project) as head:
        access_to(proposal.project, by, Role.CONTRIBUTOR)
        proposal = held(proposal.project, proposal)
        if proposal.proposer_id != by.pk:
            raise Forbidden("Only who proposed it withdraws it. A reviewer rejects it instead.")
        refuse_decided(proposal, allowed=OPEN)
        refuse_old_page(proposal, revision)
        move(head, proposal, Status.WITHDRAWN, actor=human(by))
        dismiss_approvals(head, proposal, because=Cause.WITHDRAWN)
        proposal.decided_at = head.at
        proposal.save(update_fields=["decided_at"])
        return proposal
