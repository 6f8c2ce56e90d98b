"""A task for each delivery that is due and has none: nothing waits for ever."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from proposals.models import Delivery
from proposals.services.deliver import due
from proposals.tasks import deliver

AT_ONCE = 200
GUARD = timedelta(minutes=5)
"""So long a task that was sent is trusted to come."""


@transaction.atomic
def send_due() -> int:
    """Safe to run by several at once."""
    now = timezone.now()
    unsent = Q(queued_at=None) | Q(queued_at__lte=now - GUARD)
    rows = due(now).filter(unsent).select_for_update(skip_locked=True).order_by("pk")
    pks = list(rows.values_list("pk", flat=True)[:AT_ONCE])
    for pk in pks:
        deliver.enqueue(pk)
    Delivery.objects.filter(pk__in=pks).update(queued_at=now)
    return len(pks)
