"""Housekeeping that no answer depends on."""

from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from memory import limits, search
from memory.models import IdempotencyRecord, Memory

AT_ONCE = 500


@transaction.atomic
def end_begun() -> int:
    """Take out of the index what a successor, once scheduled, has superseded since."""
    later = Memory.objects.filter(
        lineage=OuterRef("lineage"),
        version__gt=OuterRef("version"),
        valid_from__lte=timezone.now(),
    )
    ended = list(search.indexed().filter(Exists(later))[:AT_ONCE])
    search.end(ended)
    return len(ended)


def count_rows() -> None:
    """What SQLite's planner goes by. Without it, it takes the wrong index now and then; PostgreSQL
    sees to it by itself.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA analysis_limit = 400")
            cursor.execute("ANALYZE")


def forget_old_keys() -> int:
    """Idempotency keys have a day."""
    old = IdempotencyRecord.objects.filter(at__lte=timezone.now() - limits.IDEMPOTENCY_KEPT)
    return old.delete()[0]
