"""What the queue carries: the id of a delivery. What became of it stands in its row."""

from django_tasks import task

from proposals.services import deliver as delivering

QUEUE = "notifications"


@task(queue_name=QUEUE)
def deliver(delivery: int) -> None:
    delivering.deliver(delivery)
