"""The same for several proposals: each on its own, so that one refusal stops none of the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from memory.errors import InvalidInput, NotFound, Problem
from memory.models import Project, User
from proposals.access import get_proposal
from proposals.models import Proposal
from proposals.services.assign import assign
from proposals.services.review import reject
from proposals.shown import shown

Chosen = tuple[str, int]
"""A proposal's number as people see it, and the revision they saw."""


@dataclass(frozen=True, slots=True)
class Outcome:
    ref: str
    proposal: Proposal | None = None
    refused: str = ""

    @property
    def heading(self) -> str:
        return shown(self.proposal).heading if self.proposal else ""


def reject_each(
    project: Project, chosen: Sequence[Chosen], *, by: User, reason: str
) -> list[Outcome]:
    """One event each. Raises InvalidInput for a reason that none can be rejected with."""
    return [
        _one(project, ref, partial(reject, by=by, revision=revision, reason=reason))
        for ref, revision in dict.fromkeys(chosen)
    ]


def assign_each(
    project: Project, chosen: Sequence[Chosen], *, by: User, to: User | None
) -> list[Outcome]:
    return [_asked(project, ref, by=by, to=to) for ref, _ in dict.fromkeys(chosen)]


def _asked(project: Project, ref: str, *, by: User, to: User | None) -> Outcome:
    try:
        return _one(project, ref, partial(assign, by=by, to=to))
    except InvalidInput as problem:
        return Outcome(ref, get_proposal(project, ref), "; ".join(problem.fields.values()))


def _one(project: Project, ref: str, act: Callable[[Proposal], Proposal]) -> Outcome:
    try:
        return Outcome(ref, act(get_proposal(project, ref)))
    except NotFound as problem:
        return Outcome(ref, refused=problem.message)
    except InvalidInput:
        raise  # it is about what all of them are given
    except Problem as problem:
        return Outcome(ref, get_proposal(project, ref), problem.message)
