"""What must run beside the web process, or carry word between several of them."""

from collections.abc import Iterator
from contextlib import suppress

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from memory.models import WorkerBeat
from waggle_site.doctor.finding import Finding, ok, problem, warning
from waggle_site.health import A_BEAT_IS_FRESH_FOR, channel_layer_carries


def examine() -> Iterator[Finding]:
    # Where the database does not answer, or is not migrated, that is a finding of its own.
    with suppress(DatabaseError):
        yield worker(WorkerBeat.objects.order_by("-at").first())
    yield channel_layer()


def worker(last: WorkerBeat | None) -> Finding:
    if last is None:
        return warning("worker", "None has ever run here. `make run` starts one with the portal.")
    silent = timezone.now() - last.at
    if silent < A_BEAT_IS_FRESH_FOR:
        return ok(
            "worker", f"{last.name} said {int(silent.total_seconds())} seconds ago that it lives"
        )
    return warning(
        "worker",
        f"silent since {last.at:%Y-%m-%d %H:%M} UTC. If Waggle is meant to run,"
        " start it (`make run`, or `manage.py worker` beside web processes of your own).",
    )


def channel_layer() -> Finding:
    if not channel_layer_carries():
        where = settings.REDIS_URL or "the channel layer"
        return problem(
            "live updates", f"{_without_password(where)} does not answer. See REDIS_URL."
        )
    if settings.REDIS_URL:
        return ok("live updates", "through Redis")
    return ok("live updates", "in memory: right for one web process, for more set REDIS_URL")


def _without_password(url: str) -> str:
    return url.rsplit("@", 1)[-1]
