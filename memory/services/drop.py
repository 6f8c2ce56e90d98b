"""Dropping an expired demo whole: the one thing that is ever deleted, and only a demo can be."""

from django.db import transaction
from django.utils import timezone

from memory import search
from memory.models import (
    AuditEvent,
    DemoLease,
    Edge,
    InstanceEvent,
    Memory,
    Project,
    ProjectHead,
    ToolCall,
)


def drop_expired_demos() -> int:
    expired = DemoLease.objects.filter(expires_at__lte=timezone.now()).select_related("project")
    return sum(_drop_if_over(lease) for lease in expired)


@transaction.atomic
def _drop_if_over(lease: DemoLease) -> bool:
    """Asked again while it is held: it may have been kept, or dropped, meanwhile."""
    ProjectHead.objects.select_for_update().filter(project=lease.project_id).first()
    is_over = DemoLease.objects.filter(pk=lease.pk, expires_at__lte=timezone.now()).exists()
    if is_over:
        drop_demo(lease.project)
    return is_over


@transaction.atomic
def drop_demo(project: Project) -> None:
    """The guards let go of a demo that is marked as dropped, and of nothing else."""
    head = ProjectHead.objects.select_for_update().get(project=project)
    now = timezone.now()
    Project.objects.filter(pk=project.pk, is_demo=True).update(dropped_at=now)
    guests = [lease.guest for lease in DemoLease.objects.filter(project=project)]
    memories = list(Memory.objects.filter(project=project).only("pk"))
    search.erase(memories)
    ToolCall.objects.filter(project=project).delete()
    Edge.objects.filter(project=project).delete()
    Memory.objects.filter(project=project).delete()
    AuditEvent.objects.filter(project=project).delete()
    details = {"project": project.slug, "seq": head.event_seq, "digest": head.event_digest}
    head.delete()
    project.delete()
    for guest in guests:
        if not guest.memberships.exists():
            guest.delete()
    InstanceEvent.objects.create(at=now, type="demo.dropped", details=details)
