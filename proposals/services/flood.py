"""How much one credential may propose in a minute, read from what it proposed."""

from collections.abc import Sequence
from datetime import datetime
from math import ceil

from memory import limits
from memory.actors import Actor
from memory.errors import RateLimited
from memory.head import Head
from memory.models import Memory
from proposals.models import Addition, Proposal


def refuse_flood(head: Head, actor: Actor, targets: Sequence[Memory]) -> None:
    since = head.at - limits.PROPOSAL_WINDOW
    recent = Proposal.objects.filter(
        project=head.project, credential=actor.credential, created_at__gt=since
    )
    on_target = recent.filter(targets__memory__in=targets).distinct()
    for rows, most in (
        (on_target, limits.PROPOSALS_PER_TARGET),
        (recent, limits.PROPOSALS_PER_CREDENTIAL),
    ):
        if rows.count() >= most:
            raise _too_many(head, rows.order_by("-created_at")[most - 1 : most].get().created_at)


def refuse_flood_of_additions(head: Head, actor: Actor, there: Sequence[Addition]) -> None:
    since, by = head.at - limits.PROPOSAL_WINDOW, actor.stored()
    recent = sorted(one.at for one in there if one.at > since and one.actor == by)
    if len(recent) >= limits.PROPOSALS_PER_TARGET:
        raise _too_many(head, recent[-limits.PROPOSALS_PER_TARGET])


def _too_many(head: Head, oldest: datetime) -> RateLimited:
    """`oldest` is the one that must leave the window before another is taken."""
    wait = (oldest + limits.PROPOSAL_WINDOW - head.at).total_seconds()
    return RateLimited(
        "Too many proposals in one minute. Wait, then send the one that matters.",
        retry_after=max(1, ceil(wait)),
    )
