from memory import audit
from memory.access import access_to
from memory.actors import human
from memory.errors import Forbidden, NoChange
from memory.head import locked
from memory.models import User
from memory.roles import Role
from proposals.access import held
from proposals.changes import Edited
from proposals.models import Proposal
from proposals.services.review import reopen
from proposals.services.rewording import add_revision, dismiss_approvals, reworded
from proposals.services.staleness import stale_if_drifted
from proposals.services.standing import refuse_decided, refuse_old_page
from proposals.states import Cause, Status


def revise(proposal: Proposal, *, by: User, revision: int, edited: Edited) -> Proposal:
    """The proposer's own new words. An approval of the old ones is dismissed with them."""
    with locked(proposal.project) as head:
        access_to(proposal.project, by, Role.CONTRIBUTOR)
        proposal = held(proposal.project, proposal)
        if proposal.proposer_id != by.pk:
            raise Forbidden("Only who proposed it revises it. Reviewers edit and approve instead.")
        refuse_decided(proposal, allowed=(Status.PENDING, Status.APPROVED))
        refuse_old_page(proposal, revision)
        actor = human(by)
        if stale_if_drifted(head, proposal, actor=actor):
            return proposal
        words = reworded(proposal, edited)
        if words is None:
            raise NoChange("Nothing differs from the words proposed. Change them, then send.")
        new = add_revision(head, proposal, words, actor=actor)
        audit.record(
            head,
            "proposal.revised",
            actor=actor,
            about=("proposal", proposal.public_id),
            details={"revision": new.number, "digest": new.digest},
        )
        dismiss_approvals(head, proposal, because=Cause.REVISED)
        if proposal.status == Status.APPROVED:
            reopen(head, proposal, actor=actor, cause=Cause.REVISED)
        return proposal
