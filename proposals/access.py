from memory.access import access_to, reference
from memory.actors import Actor
from memory.errors import Forbidden, NotFound
from memory.head import Head
from memory.models import Project
from memory.prepared import Given, Prepared
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
    field, value = reference(ref, prefix="P", what="The proposal")
    found = _BY[field].models(project=project.pk, value=value)
    if not found:
        raise NotFound("The proposal")
    found[0].project = project
    return found[0]


def held(project: Project, proposal: Proposal) -> Proposal:
    """The same proposal read anew, for a service that holds the project."""
    return get_proposal(project, str(proposal.public_id))


def held_by(head: Head, proposal: Proposal) -> Proposal:
    """The same. Words that were stored under this very hold are not read again: of a batch they
    are many.
    """
    found = held(head.project, proposal)
    if first := head.kept.get(("first", found.pk)):
        found.know(first)
    return found


def _by(field: str) -> Prepared[Proposal]:
    rows = Proposal.objects.select_related("target", "result", "overtaken_by")
    return Prepared(lambda: rows.filter(project=Given("project"), **{field: Given("value")}))


_BY = {field: _by(field) for field in ("public_id", "number")}
