import asyncio
from datetime import timedelta

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from memory.models import WorkerBeat

A_BEAT_IS_FRESH_FOR = timedelta(seconds=60)


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers. It asks nothing of anything else."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    checks = {
        "database": database_answers(),
        "migrations": migrations_are_applied(),
        "channel_layer": channel_layer_carries(),
        "worker": worker_beats(),
    }
    ready = all(checks.values())
    status = "ok" if ready else "not ready"
    return JsonResponse({"status": status, "checks": checks}, status=200 if ready else 503)


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def migrations_are_applied() -> bool:
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return False


def channel_layer_carries() -> bool:
    try:
        return async_to_sync(round_trip)()
    except (OSError, TimeoutError, RedisError):
        return False


async def round_trip() -> bool:
    layer = get_channel_layer()
    if layer is None:
        return False
    sent = {"type": "health.check"}
    async with asyncio.timeout(2):
        channel = await layer.new_channel("health")
        await layer.send(channel, sent)
        return bool(await layer.receive(channel) == sent)


def worker_beats() -> bool:
    try:
        since = timezone.now() - A_BEAT_IS_FRESH_FOR
        return WorkerBeat.objects.filter(at__gte=since).exists()
    except DatabaseError:
        return False
