from memory.models import Project
from memory.proof import prove


def faults() -> list[str]:
    """Of every project whose record does not hold, the first thing that is not so."""
    return [
        f"{project.slug}: {fault}"
        for project in Project.objects.order_by("slug")
        if (fault := prove(project).fault)
    ]
