from memory.access import access_to, by_reference
from memory.actors import Actor
from memory.errors import Forbidden
from memory.models import Project
from memory.roles import Role
from proposals.models import Proposal


def require_contributor(project: Project, actor: Actor) -> None:
    """The person, or the person behind the agent. The system fills demos, and nothing else."""
    if actor.kind != "system":
        access_to(project, actor.person(), Role.CONTRIBUTOR)
    elif not project.is_demo:
        raise Forbidden("Only a demo's seed is proposed and applied by the system.")


def get_proposal(project: Project, ref: str) -> Proposal:
    """By its UUID or its number; another project's is not found."""
    rows = Proposal.objects.in_project(project).select_related("target", "result", "overtaken_by")
    return by_reference(rows, ref, prefix="P", what="The proposal")


def held(project: Project, proposal: Proposal) -> Proposal:
    """The same proposal read anew, for a service that holds the project."""
    return get_proposal(project, str(proposal.public_id))
