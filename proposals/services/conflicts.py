"""Memories that speak against each other: found by rule, resolved by people and nobody else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from memory import audit
from memory.actors import Actor
from memory.authority import Instant
from memory.head import Head
from memory.models import Memory, Project
from memory.prepared import Given, Prepared, values_of
from memory.services.lineage import complete
from memory.services.recall import Alike, alike, true_among, true_as_given
from proposals.changes import Words
from proposals.models import Conflict, Proposal
from proposals.models.conflict import Choice
from proposals.opposing import Likeness, Statement, Surroundings, compare

COMPARED_WITH = 12
MOST_COUNTED = 50


@dataclass(frozen=True, slots=True)
class Against:
    """A true memory that a text says something against, or nearly repeats."""

    memory: Memory
    likeness: Likeness


@dataclass(frozen=True, slots=True)
class Found:
    """A conflict that stands, with both of its memories as they are at the instant."""

    conflict: Conflict
    older: Memory
    newer: Memory


class Outline(NamedTuple):
    """Of a conflict that stands: both ids, and why."""

    older: UUID
    newer: UUID
    reason: str


def against(
    project: Project, words: Words, instant: Instant, *, besides: Memory | None = None
) -> list[Against]:
    """What the words would speak against, were they true now."""
    lineage = besides.lineage if besides else None
    found = dict(likenesses(project, words.kind, words.content, instant, lineage))
    rows = complete(true_among([one.pk for one in found], project, instant), instant)
    by_pk = {row.pk: row for row in rows}
    return [Against(by_pk[one.pk], likeness) for one, likeness in found.items() if one.pk in by_pk]


def likenesses(
    project: Project, kind: str, content: str, instant: Instant, lineage: object
) -> Iterable[tuple[Alike, Likeness]]:
    near = [
        one
        for one in alike(project, content, instant=instant, limit=COMPARED_WITH)
        if one.lineage != lineage
    ]
    new = Statement(content, kind)
    others = [Statement(one.content, one.kind) for one in near]
    among = Surroundings([*others, new])
    for one, other in zip(near, others, strict=True):
        if likeness := compare(other, new, among):
            yield one, likeness


def end_conflicts(head: Head, proposal: Proposal, ended: Sequence[Memory], *, actor: Actor) -> None:
    """Those that the proposal was to resolve, and those of which it ended a memory."""
    touched = Conflict.objects.filter(proposal=proposal, resolved_at=None)
    if ended:
        touched |= Conflict.objects.filter(resolved_at=None).filter(
            Q(older__in=ended) | Q(newer__in=ended)
        )
    for conflict in touched.select_related("older", "newer"):
        if conflict.proposal_id != proposal.pk:
            conflict.choice = Choice.ENDED
        conflict.resolved_at = head.at
        conflict.save(update_fields=["choice", "resolved_at"])
        _tell_resolved(head, conflict, actor, proposal=str(proposal.public_id))


def forget_conflicts(head: Head, erased: Sequence[Memory], *, actor: Actor) -> None:
    """Their reasons quote the words that go, and with nothing to read there is no choice."""
    touched = Conflict.objects.filter(project=head.project).filter(
        Q(older__in=erased) | Q(newer__in=erased)
    )
    for conflict in touched.select_related("older", "newer"):
        conflict.reason = ""
        if conflict.resolved_at is None:
            conflict.choice, conflict.resolved_at = Choice.ENDED, head.at
            _tell_resolved(head, conflict, actor)
        conflict.save(update_fields=["reason", "choice", "resolved_at"])


def _tell_resolved(head: Head, conflict: Conflict, actor: Actor, **details: str) -> None:
    audit.record(
        head,
        "conflict.resolved",
        actor=actor,
        about=("conflict", conflict.pk),
        details={
            "memories": [str(conflict.older.public_id), str(conflict.newer.public_id)],
            "choice": conflict.choice,
            **details,
        },
    )


def standing_conflicts(project: Project, instant: Instant, *, limit: int) -> list[Found]:
    """Newest first: those known at the instant, of which both memories were true then."""
    rows = _standing(limit).models(project=project.pk, **values_of(instant))
    pks = list({pk for row in rows for pk in (row.older_id, row.newer_id)})
    true = {one.pk: one for one in complete(true_among(pks, project, instant), instant)}
    return [Found(row, true[row.older_id], true[row.newer_id]) for row in rows]


def outline_conflicts(project: Project, instant: Instant, *, limit: int) -> list[Outline]:
    """The same, without the memories' words."""
    return [
        Outline(*row) for row in _outlines(limit).rows(project=project.pk, **values_of(instant))
    ]


def count_standing(project: Project) -> int:
    now = values_of(Instant.now())
    return _outlines(MOST_COUNTED).count(project=project.pk, **now)


def _of_true() -> QuerySet[Conflict]:
    true = true_as_given()
    known_at = Given("known_at")
    rows = Conflict.objects.filter(project=Given("project"), found_at__lte=known_at)
    return rows.filter(
        Q(resolved_at=None) | Q(resolved_at__gt=known_at),
        Exists(true.filter(pk=OuterRef("older"))),
        Exists(true.filter(pk=OuterRef("newer"))),
    ).order_by("-pk")


@cache
def _standing(most: int) -> Prepared[Conflict]:
    return Prepared(lambda: _of_true().select_related("proposal")[:most])


@cache
def _outlines(most: int) -> Prepared[Any]:
    outline = ("older__public_id", "newer__public_id", "reason")
    return Prepared(lambda: _of_true().values_list(*outline)[:most])
