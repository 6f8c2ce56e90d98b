"""Housekeeping that no answer depends on."""

from datetime import timedelta

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Exists, Model, OuterRef
from django.utils import timezone

from memory import limits, search
from memory.models import IdempotencyRecord, Memory, PostgresIndex, ToolCall

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


def empty_the_log() -> None:
    """SQLite's log keeps pages as they were, words that were erased since among them. A reader in
    the way puts it off to the next round.
    """
    if connection.vendor == "sqlite":
        patience = int(connection.settings_dict["OPTIONS"].get("timeout", 5) * 1_000)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 1000")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.fetchall()
            cursor.execute(f"PRAGMA busy_timeout = {patience}")


def sample_anew() -> None:
    """PostgreSQL's planner keeps samples of what the columns held, erased words among them."""
    if connection.vendor == "postgresql":
        tables = [model._meta.db_table for model in apps.get_models() if _is_ours(model)]
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(tables)}")


def _is_ours(model: type[Model]) -> bool:
    is_there = model._meta.managed or model is PostgresIndex
    return is_there and model._meta.app_label in {"memory", "companion", "proposals"}


def forget_old_keys() -> int:
    """Idempotency keys have a day."""
    old = IdempotencyRecord.objects.filter(at__lte=timezone.now() - limits.IDEMPOTENCY_KEPT)
    return old.delete()[0]


def forget_old_calls(kept: timedelta) -> int:
    """A few hundred at a time, so that nobody waits. A demo's go with the demo: its guide may be
    running as long as it is open.
    """
    old = ToolCall.objects.filter(at__lte=timezone.now() - kept).exclude(
        project__is_demo=True, project__closed_at=None
    )
    gone = 0
    while some := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        gone += ToolCall.objects.filter(pk__in=some).delete()[0]
    return gone
