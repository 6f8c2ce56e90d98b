"""What stands beside proposals, fetched for several at once: as `prefetch_related` does, with
questions that are written once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import models

from memory.prepared import Prepared, fitting_lists, given_list
from proposals.models import Addition, Proposal, Review, Revision


def with_revisions(proposals: Sequence[Proposal]) -> None:
    _attach(proposals, "revisions")


def with_decisions(proposals: Sequence[Proposal]) -> None:
    """The reviews that stand, and what repeats added."""
    _attach(proposals, "reviews")
    _attach(proposals, "additions")


def _attach(proposals: Sequence[Proposal], name: str) -> None:
    found: dict[int, list[models.Model]] = defaultdict(list)
    for size, some in fitting_lists("proposal", [one.pk for one in proposals]):
        for row in _related(name, size).models(**some):
            found[row.proposal_id].append(row)
    for one in proposals:
        _give(one, name, found[one.pk])


def _give(one: Proposal, name: str, related: list[models.Model]) -> None:
    rows: Any = _MODELS[name]._default_manager.all()
    rows._result_cache = related
    rows._prefetch_done = True
    one.__dict__.setdefault("_prefetched_objects_cache", {})[name] = rows


@cache
def _related(name: str, size: int) -> Prepared[Any]:
    proposals = given_list("proposal", size)
    return Prepared(lambda: _ROWS[name]().filter(proposal__pk__in=proposals))


_MODELS: dict[str, type[models.Model]] = {
    "revisions": Revision,
    "reviews": Review,
    "additions": Addition,
}
_ROWS: dict[str, Any] = {
    "revisions": lambda: Revision.objects.for_lists(),
    "reviews": lambda: Review.objects.standing().order_by("at"),
    "additions": lambda: Addition.objects.all(),
}
