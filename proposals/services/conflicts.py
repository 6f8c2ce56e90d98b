"""Memories that speak against each other: found by rule, resolved by people and nobody else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from memory import audit
from memory.actors import Actor
from memory.authority import Instant
from memory.head import Head
from memory.models import Memory, Project
from memory.services.lineage import complete
from memory.services.recall import Alike, alike, true_among
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
    rows = list(
        Conflict.objects.filter(project=project, found_at__lte=instant.known_at)
        .filter(Q(resolved_at=None) | Q(resolved_at__gt=instant.known_at))
        .order_by("-pk")[: limit * 2]
    )
    if not rows:
        return []
    pks = list({pk for row in rows for pk in (row.older_id, row.newer_id)})
    true = {one.pk: one for one in complete(true_among(pks, project, instant), instant)}
    return [
        Found(row, true[row.older_id], true[row.newer_id])
        for row in rows
        if row.older_id in true and row.newer_id in true
    ][:limit]


def count_standing(project: Project) -> int:
    return len(standing_conflicts(project, Instant.now(), limit=MOST_COUNTED))
