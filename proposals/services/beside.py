"""What is in force and speaks against an open proposal, or nearly repeats it: a few of its changes
at a time, so that a batch of any size can be gone through.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from memory.authority import Instant
from memory.models import Memory
from proposals.changes import Change
from proposals.models import Proposal
from proposals.services.conflicts import Against, against

ON_ITS_PAGE, AT_ONCE = 5, 50


@dataclass(frozen=True, slots=True)
class Beside:
    """What was found beside the changes after `start`, up to `upto`, of `total`."""

    found: list[Against]
    start: int = 0
    upto: int = 0
    total: int = 0

    @property
    def further(self) -> int:
        return self.total - self.upto


def beside(proposal: Proposal, *, start: int = 0, size: int = ON_ITS_PAGE) -> Beside:
    if not proposal.is_open:
        return Beside([])
    changes = proposal.current.changes
    some = [Change.model_validate(one) for one in changes[start : start + size]]
    return Beside(list(_found(proposal, some)), start, start + len(some), len(changes))


def _found(proposal: Proposal, changes: Iterable[Change]) -> Iterator[Against]:
    """Each memory once, and none that the proposal itself changes."""
    targets = {one.memory.public_id: one.memory for one in proposal.targets.all()}
    seen = {memory.lineage for memory in targets.values()}
    instant = Instant.now()
    for change in changes:
        if change.words is None:
            continue
        for one in against(
            proposal.project, change.words, instant, besides=_target(change, targets)
        ):
            if one.memory.lineage not in seen:
                seen.add(one.memory.lineage)
                yield one


def _target(change: Change, targets: dict[UUID, Memory]) -> Memory | None:
    return targets.get(change.target) if change.target else None
