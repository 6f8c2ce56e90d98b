"""Nothing waits for ever: what was dropped is taken up, and what is due is sent again."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from companion.models import ConstructionRun, State
from companion.models.construction_run import WAITING
from companion.services import ending
from companion.services.lease import ATTEMPTS
from companion.tasks import QUEUE, construct

AT_ONCE = 200
GUARD = timedelta(seconds=30)
DROPPED = "WORKER_LOST"
KEPT = timedelta(days=1)


def sweep() -> None:
    """Safe to run anywhere, any time, by several at once."""
    take_up_dropped()
    send_due()


def take_up_dropped() -> int:
    """Whoever held these did not come back within the lease."""
    now = timezone.now()
    rows = ConstructionRun.objects.select_related("entry__project")
    dropped = list(rows.filter(state=State.RUNNING, lease_until__lte=now)[:AT_ONCE])
    for run in dropped:
        if run.attempts >= ATTEMPTS:
            ending.fail(run, DROPPED)
        else:  # the lease was the wait
            rows.filter(pk=run.pk, state=State.RUNNING, holder=run.holder).update(
                state=State.RETRY,
                holder=None,
                lease_until=None,
                codes=[*run.codes, DROPPED],
                due_at=now,
                sent_at=None,
            )
    return len(dropped)


@transaction.atomic
def send_due() -> int:
    """A task for each that is due and has none."""
    now = timezone.now()
    unsent = Q(sent_at=None) | Q(sent_at__lte=now - GUARD)
    due = ConstructionRun.objects.filter(unsent, state__in=WAITING, due_at__lte=now)
    runs = list(due.select_for_update(skip_locked=True).order_by("pk")[:AT_ONCE])
    if not runs:
        return 0
    on_their_way = _on_their_way()
    missing = [run for run in runs if str(run.public_id) not in on_their_way]
    for run in missing:
        construct.enqueue(str(run.public_id))
    ConstructionRun.objects.filter(pk__in=[run.pk for run in runs]).update(sent_at=now)
    return len(missing)


def _on_their_way() -> set[str]:
    waiting = DBTaskResult.objects.filter(queue_name=QUEUE, status=TaskResultStatus.READY)
    return {told["args"][0] for told in waiting.values_list("args_kwargs", flat=True)}


def forget_done_tasks() -> int:
    """Of any queue: the rows that they are about say all that a task could."""
    old = DBTaskResult.objects.filter(enqueued_at__lte=timezone.now() - KEPT)
    old = old.exclude(status=TaskResultStatus.READY)
    return old.delete()[0]
