from memory.access import by_reference
from memory.models import Project
from proposals.models import Proposal


def get_proposal(project: Project, ref: str) -> Proposal:
    """By its UUID or its number; another project's is not found."""
    rows = Proposal.objects.in_project(project).select_related("target", "result", "overtaken_by")
    return by_reference(rows, ref, prefix="P", what="The proposal")


def held(project: Project, proposal: Proposal) -> Proposal:
    """The same proposal read anew, for a service that holds the project."""
    return get_proposal(project, str(proposal.public_id))
