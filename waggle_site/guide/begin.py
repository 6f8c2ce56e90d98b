"""Beginning the guided demo: one event, from which on what happens counts."""

from memory import audit
from memory.access import access_to
from memory.actors import human
from memory.authority import Authority, Instant
from memory.errors import Forbidden
from memory.head import locked
from memory.kinds import Kind
from memory.models import AuditEvent, Memory, Project, User
from memory.roles import Role
from memory.services.listing import list_memories
from memory.services.narrowing import Narrowing
from waggle_site.guide.progress import BEGAN

TAG = "storage"


def begin_guide(project: Project, *, by: User) -> AuditEvent:
    """About the storage decision that is in force. Raises Forbidden where no guide can run."""
    with locked(project) as head:
        access_to(project, by, Role.REVIEWER)
        if not project.is_demo:
            raise Forbidden("The guided demo runs in demo workspaces alone.")
        subject = _storage_decision(project)
        if subject is None:
            raise Forbidden(
                "No decision about storage is in force here any more. Restart the demo: it begins"
                " with one."
            )
        return audit.record(
            head,
            BEGAN,
            actor=human(by),
            about=("project", project.public_id),
            details={"memory": str(subject.public_id)},
        )


def _storage_decision(project: Project) -> Memory | None:
    found = list_memories(
        project,
        Instant.now(),
        narrowing=Narrowing(kinds=[Kind.DECISION], tags=[TAG]),
        authority=Authority.AUTHORITATIVE,
        size=1,
    ).memories
    return found[0] if found else None
