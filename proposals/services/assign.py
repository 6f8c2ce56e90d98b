from memory import audit
from memory.access import access_to
from memory.actors import human
from memory.errors import InvalidInput, NoChange
from memory.head import locked
from memory.models import Policy, User
from memory.roles import Role
from proposals.access import held
from proposals.models import Assignment, Proposal
from proposals.services.standing import refuse_decided
from proposals.services.turns import Turns
from proposals.states import Status


def assign(proposal: Proposal, *, to: User | None, by: User) -> Proposal:
    """Ask one reviewer to decide, or nobody in particular. Others still may."""
    project = proposal.project
    with locked(project) as head:
        turns = Turns(access_to(project, by, Role.REVIEWER))
        proposal = held(project, proposal)
        project.policy = Policy.objects.get(project=project)
        refuse_decided(proposal, allowed=(Status.PENDING,))
        found = Assignment.objects.filter(proposal=proposal).first()
        if to is None and found is None:
            raise NoChange("It is assigned to nobody.")
        if to is not None and found is not None and found.assignee_id == to.pk:
            raise NoChange("It is assigned to them already.")
        if to is not None and (reason := turns.why_not_ask(proposal, to.pk)):
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
