"""Which proposals wait to change a memory: their numbers, and nothing of their words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django.db.models import QuerySet

from memory.models import Project
from memory.prepared import Given, Prepared, fitting_lists, given_list
from proposals.models import ProposalTarget
from proposals.models.proposal import label_of
from proposals.states import Status


def waiting_to_change(project: Project, memories: Sequence[int]) -> dict[int, list[str]]:
    """By the memory's key, the first proposal first."""
    changes: dict[int, list[str]] = defaultdict(list)
    for size, some in fitting_lists("memory", memories):
        _add(changes, project, _of(size).rows(project=project.pk, **some))
    return changes


def newest_waiting(project: Project, most: int) -> dict[int, list[str]]:
    """The same of any memory, for the newest proposals alone, and the newest first."""
    changes: dict[int, list[str]] = defaultdict(list)
    _add(changes, project, _newest(most).rows(project=project.pk))
    return changes


def _add(changes: dict[int, list[str]], project: Project, rows: Iterable[Any]) -> None:
    for memory, own, number in rows:
        if own == project.pk:
            changes[memory].append(label_of(number))


def _waiting() -> QuerySet[ProposalTarget, Any]:
    # Whose the memory is no condition: SQLite would begin with all memories of the project.
    rows = ProposalTarget.objects.filter(
        proposal__project=Given("project"), proposal__status=Status.PENDING
    )
    return rows.values_list("memory_id", "memory__project_id", "proposal__number")


@cache
def _of(size: int) -> Prepared[Any]:
    memories = given_list("memory", size)
    return Prepared(lambda: _waiting().filter(memory__pk__in=memories).order_by("proposal__number"))


@cache
def _newest(most: int) -> Prepared[Any]:
    return Prepared(lambda: _waiting().order_by("-proposal__number")[:most])
