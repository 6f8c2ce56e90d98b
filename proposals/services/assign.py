from memory import audit
from memory.access import access_to
from memory.actors import human
from memory.errors import Forbidden, InvalidInput, NoChange, NotFound
from memory.head import locked
from memory.models import Policy, User
from memory.roles import Role
from proposals.access import held
from proposals.models import Assignment, Proposal
from proposals.policy import why_not_review
from proposals.services.standing import refuse_decided, standing_approvals
from proposals.states import Status

NOT_A_REVIEWER = "choose a member who may review"


def assign(proposal: Proposal, *, to: User | None, by: User) -> Proposal:
    """Ask one reviewer to decide, or nobody in particular. Others still may."""
    project = proposal.project
    with locked(project) as head:
        access_to(project, by, Role.REVIEWER)
        proposal = held(project, proposal)
        refuse_decided(proposal, allowed=(Status.PENDING,))
        found = Assignment.objects.filter(proposal=proposal).first()
        if to is None and found is None:
            raise NoChange("It is assigned to nobody.")
        if to is not None and found is not None and found.assignee_id == to.pk:
            raise NoChange("It is assigned to them already.")
        if to is not None and (reason := why_not_assign(proposal, to)):
            raise InvalidInput({"to": reason})
        Assignment.objects.filter(proposal=proposal).delete()
        if to is not None:
            Assignment.objects.create(proposal=proposal, assignee=to, at=head.at)
        audit.record(
            head,
            "proposal.assigned",
            actor=human(by),
            about=("proposal", proposal.public_id),
            details={"to": to.pk, "name": to.name} if to else {"to": None},
        )
        return proposal


def why_not_assign(proposal: Proposal, to: User) -> str:
    """Whose approval would not count is not asked for one."""
    try:
        access_to(proposal.project, to, Role.REVIEWER)
    except (NotFound, Forbidden):
        return NOT_A_REVIEWER
    policy = Policy.objects.get(project=proposal.project)
    if why_not_review(policy, proposer_id=proposal.proposer_id, reviewer_id=to.pk):
        return "four eyes: they or their agent proposed it"
    if any(one.reviewer_id == to.pk for one in standing_approvals(proposal)):
        return "they approved it already"
    return ""
