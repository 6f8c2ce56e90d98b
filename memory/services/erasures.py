from uuid import UUID

from memory.models import Erasure, Project


def erasure_of(project: Project, object_id: UUID | int) -> Erasure | None:
    """Who had its words erased, when and why."""
    rows = Erasure.objects.filter(project=project, object_id=str(object_id))
    return rows.order_by("-at").first()
