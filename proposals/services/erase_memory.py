"""A memory's words, erased wherever the project keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q

from memory.access import access_to
from memory.actors import human
from memory.confirming import require_confirmation
from memory.head import Head, locked
from memory.models import Memory, Policy, User
from memory.roles import Role
from memory.services.erase import Order, erase_memories, note_erasure
from memory.services.lineage import lineage
from proposals.models import Proposal, ProposalTarget
from proposals.services.conflicts import forget_conflicts
from proposals.services.emptying import empty_changes, empty_proposals
from proposals.services.staleness import make_stale
from proposals.states import TARGET_ERASED, Operation, Status


def erase_memory(
    memory: Memory,
    *,
    by: User,
    reason: str,
    password: str | None = None,
    all_versions: bool = False,
) -> list[Memory]:
    """Returns what it erased: nothing where that was done before."""
    project = memory.project
    with locked(project, even_closed=True) as head:
        access_to(project, by, Role.OWNER)
        order = Order.of(human(by), reason)
        require_confirmation(Policy.objects.get(project=project), by, password, what="the erasure")
        chosen = [
            one
            for one in lineage(memory)
            if one.erased_at is None and (all_versions or one.pk == memory.pk)
        ]
        forget(head, chosen, order)
        return chosen


def unapplied_on(memories: Sequence[Memory]) -> list[Proposal]:
    """What was proposed about them and made nothing: its words go with theirs."""
    about = ProposalTarget.objects.filter(memory__in=memories)
    rows = Proposal.objects.filter(targets__in=about).exclude(status=Status.APPLIED)
    return list(rows.distinct().order_by("number"))


def forget(head: Head, memories: Sequence[Memory], order: Order) -> None:
    """The memories themselves, what was proposed to make them, and what else was about them."""
    if not memories:
        return
    gone = {str(memory.public_id) for memory in memories}
    makers = {memory.proposal_id for memory in memories}
    about = ProposalTarget.objects.filter(memory__in=memories)
    named = Proposal.objects.in_project(head.project).filter(
        Q(public_id__in=makers) | Q(targets__in=about)
    )
    touched = list(named.distinct().order_by("pk"))
    targeting = set(about.values_list("proposal_id", flat=True))
    for proposal in touched:
        if proposal.is_open and proposal.pk in targeting:
            make_stale(head, proposal, actor=order.by, overtaken_by=None, cause=TARGET_ERASED)
    erase_memories(head, memories, order)
    forget_conflicts(head, memories, actor=order.by)
    whole = [one for one in touched if _is_only_of(one, makers, targeting)]
    empty_proposals(head, whole, actor=order.by)
    for proposal in whole:
        note_erasure(head, order, about=("proposal", proposal.public_id))
    for proposal in touched:
        if proposal not in whole:
            empty_changes(proposal, gone)


def _is_only_of(proposal: Proposal, makers: set[UUID], targeting: set[int]) -> bool:
    """Whether it held nothing but words of these memories. What was applied to one of them made
    another memory, which has words of its own.
    """
    if proposal.operation == Operation.BATCH:
        return False
    if proposal.public_id in makers:
        return True
    is_about = proposal.pk in targeting
    return is_about and (
        proposal.status != Status.APPLIED or proposal.operation == Operation.RETIRE
    )
