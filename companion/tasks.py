"""What the queue carries: the id of a run and nothing else. A task never fails, for what became of
the run stands in its row.
"""

from django_tasks import task

from companion.services import construct as constructing
from companion.services.building import builder_in_use

QUEUE = "companion"


@task(queue_name=QUEUE)
def construct(run_id: str) -> None:
    constructing.construct(run_id, builder_in_use)
