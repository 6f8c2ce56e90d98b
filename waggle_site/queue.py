"""The queue's own worker, which takes what is there and returns."""

from django.utils.crypto import get_random_string
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult


def make_worker(queue: str) -> Worker:
    return Worker(
        queue_names=[queue],
        interval=0,
        batch=True,
        backend_name="default",
        startup_delay=False,
        max_tasks=None,
        worker_id=get_random_string(32),
        excluded_queue_names=[],
    )


def is_waiting(queue: str) -> bool:
    return DBTaskResult.objects.ready().filter(queue_name=queue).exists()
