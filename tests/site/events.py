"""Events for a page to hear of."""

from memory import audit
from memory.actors import human
from memory.head import locked
from memory.models import AuditEvent, Project, User
from memory.services.projects import describe


def stored(project: Project, after: int = 0) -> list[int]:
    rows = AuditEvent.objects.filter(project=project, seq__gt=after).order_by("seq")
    return list(rows.values_list("seq", flat=True))


def rename(project: Project, owner: User, times: int = 1) -> None:
    for number in range(times):
        describe(project, by=owner, name=f"Acme {number}", purpose="")


def record(project: Project, person: User, times: int) -> None:
    with locked(project) as head:
        for _ in range(times):
            audit.record(head, "guide.started", actor=human(person), about=("project", "acme"))
