from memory.access import access_to
from memory.actors import Actor, human
from memory.confirming import require_confirmation
from memory.errors import InvalidInput
from memory.head import locked
from memory.models import AuditEvent, Policy, Project, User
from memory.roles import Role
from memory.services.projects import close_project


def close(project: Project, *, by: User, slug: str, password: str | None = None) -> None:
    """What an owner asks for, who types the project's slug. Nothing opens it again."""
    with locked(project):
        access_to(project, by, Role.OWNER)
        if slug.strip().lower() != project.slug:
            raise InvalidInput({"slug": f"type {project.slug} to say that this one is meant"})
        policy = Policy.objects.get(project=project)
        require_confirmation(policy, by, password, what="the end of this project")
        close_project(project, actor=human(by))


def closed_by(project: Project) -> Actor | None:
    event = AuditEvent.objects.filter(project=project, type="project.closed").first()
    return Actor.load(event.actor) if event else None
