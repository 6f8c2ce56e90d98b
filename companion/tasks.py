"""What the queue carries. A task holds the id of a run and nothing else, and never fails: what
became of the run stands in its row.
"""

from django_tasks import task

QUEUE = "companion"


@task(queue_name=QUEUE)
def construct(run_id: str) -> None:
    """Read the entry of one run, if it is still to be read."""
