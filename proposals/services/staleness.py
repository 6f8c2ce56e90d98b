"""Whether the memory a proposal is about is still the one it was made against."""

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from memory.actors import Actor
from memory.head import Head
from memory.models import Memory
from memory.services.lineage import begun_after, newest, state_of
from proposals.models import Proposal, ProposalTarget
from proposals.services.drafts import TEXT_FIELDS
from proposals.states import Status
from proposals.transition import move


def drifted(proposal: Proposal, at: datetime) -> ProposalTarget | None:
    """The first target that is not in the state the proposal was made against."""
    for target in proposal.targets.select_related("memory"):
        if _has_moved(target, at):
            return target
    return None


def _has_moved(target: ProposalTarget, at: datetime) -> bool:
    # What was still true beside a version to come is superseded by the clock once that has begun.
    if state_of(target.memory) != target.fingerprint:
        return True
    return begun_after(target.memory, at) is not None


def make_stale(
    head: Head, proposal: Proposal, *, actor: Actor, overtaken_by: Memory | None, cause: str
) -> None:
    move(
        head,
        proposal,
        Status.STALE,
        actor=actor,
        cause=cause,
        overtaken_by=str(overtaken_by.public_id) if overtaken_by else None,
    )
    proposal.overtaken_by = overtaken_by
    proposal.decided_at = head.at
    proposal.save(update_fields=["overtaken_by", "decided_at"])


def stale_if_drifted(head: Head, proposal: Proposal, *, actor: Actor) -> bool:
    target = drifted(proposal, head.at)
    if target is None:
        return False
    ahead = newest(target.memory)
    make_stale(
        head,
        proposal,
        actor=actor,
        overtaken_by=ahead if ahead.pk != target.memory_id else None,
        cause="target changed",
    )
    return True


def overtake_rivals(
    head: Head, applied: Proposal, successors: dict[int, Memory | None], *, actor: Actor
) -> None:
    """Every other open proposal on a memory that just ended goes stale, naming what overtook it."""
    # A version that begins ends all of its lineage, also what was true beside one still to come.
    begun = {new.lineage: new for new in successors.values() if new and new.valid_from <= head.at}
    touched = Q(memory__in=successors) | Q(memory__lineage__in=begun)
    rivals = Proposal.objects.in_project(head.project).open().exclude(pk=applied.pk).order_by("pk")
    for rival in rivals.filter(targets__in=ProposalTarget.objects.filter(touched)).distinct():
        ended = [row.memory for row in rival.targets.filter(touched).select_related("memory")]
        news = (successors.get(one.pk) or begun.get(one.lineage) for one in ended)
        make_stale(
            head,
            rival,
            actor=actor,
            overtaken_by=next((new for new in news if new), None),
            cause=f"proposal {applied.public_id} was applied",
        )


def what_changed(proposal: Proposal) -> list[dict[str, Any]]:
    """`{field, was, is}` for each part that differs from when it was proposed."""
    found: list[dict[str, Any]] = []
    bases = {base["memory_id"]: base for base in proposal.first.base if base}
    for target in proposal.targets.select_related("memory"):
        base = bases.get(str(target.memory.public_id))
        ahead = newest(target.memory)
        if base is None or not _has_moved(target, timezone.now()):
            continue
        if ahead.retired_at is not None:
            found.append({"field": "retired", "was": False, "is": True})
        now = ahead.words
        found += [
            {"field": name, "was": base[name], "is": now[name]}
            for name in TEXT_FIELDS
            if base[name] != now[name]
        ]
    return found
