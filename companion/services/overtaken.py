"""What a reading found beyond its facts is kept until a later one has stood for a while."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from companion.models import Candidate, ConstructionRun, Entry, State
from companion.services.adopting import CANDIDATE

KEPT = timedelta(days=30)
AT_ONCE = 200


def forget_overtaken_readings() -> int:
    """How many were emptied or taken away; what is left of so many waits for the next time."""
    before = timezone.now() - KEPT
    return forget_previews(before) + empty_overtaken(before)


def forget_previews(before: datetime) -> int:
    """Those that nobody took over: nothing ever pointed to them."""
    over = (State.PREVIEW, State.FAILED, State.SUPERSEDED)
    rows = ConstructionRun.objects.filter(is_preview=True, state__in=over, created_at__lte=before)
    return rows.filter(pk__in=_some(rows)).delete()[0]


@transaction.atomic
def empty_overtaken(before: datetime) -> int:
    """Facts point to the run that found them, so it stays, with its counts; both stages go, and all
    candidates but those that somebody said in their own words.
    """
    rows = ConstructionRun.objects.filter(
        state=State.SUPERSEDED, is_preview=False, finished_at__lte=before, stage_a__isnull=False
    )
    some = _some(rows)
    adopted = Entry.objects.filter(suggested_by__isnull=False, suggested_by__type=CANDIDATE)
    named = list(adopted.values_list("suggested_by__id", flat=True))
    Candidate.objects.filter(run__in=some).exclude(public_id__in=named).delete()
    return ConstructionRun.objects.filter(pk__in=some).update(stage_a=None, stage_b=None)


def _some(rows: QuerySet[ConstructionRun]) -> list[int]:
    return list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
