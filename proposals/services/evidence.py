from collections.abc import Sequence

from memory.access import get_memory
from memory.errors import NotFound
from memory.models import Memory, Project


def resolve_evidence(project: Project, refs: Sequence[str]) -> list[str]:
    """The ids that are cited, each of this project, once, in the order given."""
    found: dict[str, None] = {}
    for ref in refs:
        memory = get_memory(project, ref)
        if memory.erased_at is not None:
            raise NotFound("The evidence")
        found[str(memory.public_id)] = None
    return list(found)


def cited(project: Project, ids: Sequence[str]) -> list[Memory | None]:
    """What the ids name now; None where it is not in this project."""
    rows = Memory.objects.in_project(project).filter(public_id__in=ids)
    known = {str(row.public_id): row for row in rows}
    return [known.get(one) for one in ids]
