"""Which proposals wait to change a memory."""

from memory.models import Memory
from proposals.models import ProposalTarget
from proposals.models.proposal import label_of
from proposals.states import Status


def waiting_to_change(memory: Memory) -> list[str]:
    """Their numbers, the first proposed first."""
    rows = ProposalTarget.objects.filter(
        memory=memory, proposal__project=memory.project_id, proposal__status=Status.PENDING
    )
    numbers = rows.order_by("proposal__number").values_list("proposal__number", flat=True)
    return [label_of(number) for number in numbers]
