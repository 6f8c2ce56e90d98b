"""Memories that speak against each other: found by rule, resolved by people and nobody else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from memory import audit
from memory.actors import Actor
from memory.authority import Instant
from memory.head import Head
from memory.kinds import EdgeType
from memory.models import Edge, Memory, Project
from memory.prepared import Given, Prepared
from memory.services.lineage import complete
from memory.services.recall import Alike, alike, true_among
from proposals.changes import Words
from proposals.models import Conflict, Proposal
from proposals.models.conflict import Choice
from proposals.opposing import Likeness, Statement, Surroundings, compare

COMPARED_WITH = 12
AT_ONCE = 20
"""So many new memories of one proposal, or of one file, are compared: a larger import is not held
up by it.
"""
LINKED = "linked"
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
    found = dict(_likenesses(project, words.kind, words.content, instant, lineage))
    rows = complete(true_among([one.pk for one in found], project, instant), instant)
    by_pk = {row.pk: row for row in rows}
    return [Against(by_pk[one.pk], likeness) for one, likeness in found.items() if one.pk in by_pk]


def _likenesses(
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


def note_conflicts(head: Head, made: Sequence[Memory], *, actor: Actor) -> None:
    """Keep, and tell of, what the memories just recorded speak against. It ends nothing."""
    instant = Instant(head.at, head.at, is_now=True)
    for memory in made[:AT_ONCE]:
        if memory.valid_from > head.at:
            continue
        found = [
            *_opposed_by_words(head, memory, instant),
            *_opposed_by_link(head, memory, instant),
        ]
        rows = Conflict.objects.bulk_create(
            Conflict(
                project=head.project,
                older_id=pk,
                newer=memory,
                relation=relation,
                reason=reason,
                found_at=head.at,
            )
            for pk, (relation, reason, _) in dict(found).items()
        )
        for row in rows:
            audit.record(
                head,
                "conflict.found",
                actor=actor,
                about=("conflict", row.pk),
                details={
                    "memories": [str(dict(found)[row.older_id][2]), str(memory.public_id)],
                    "relation": row.relation,
                },
            )


Opposed = tuple[int, tuple[str, str, UUID]]
"""The older memory's primary key; the relation, the reason, and its public id."""


def _opposed_by_words(head: Head, memory: Memory, instant: Instant) -> Iterable[Opposed]:
    kept = _kept_beside(memory)
    for other, likeness in _likenesses(
        head.project, memory.kind, memory.content, instant, memory.lineage
    ):
        if frozenset({memory.value, other.value}) not in kept:
            yield other.pk, (likeness.relation, likeness.reason, other.public_id)


def _opposed_by_link(head: Head, memory: Memory, instant: Instant) -> Iterable[Opposed]:
    pks = [pk for [pk] in _CONTRADICTED.rows(source=memory.pk)]
    for other in true_among(pks, head.project, instant):
        yield other.pk, (LINKED, "one was written to contradict the other", other.public_id)


def _kept_beside(memory: Memory) -> set[frozenset[str]]:
    """The values of pairs of this lineage that a person kept both of: while neither says anything
    else they are not raised again.
    """
    if memory.version == 1:
        return set()
    kept = Conflict.objects.filter(
        Q(older__lineage=memory.lineage) | Q(newer__lineage=memory.lineage),
        project=memory.project_id,
        choice=Choice.KEEP_BOTH,
        resolved_at__isnull=False,
    )
    return {frozenset(pair) for pair in kept.values_list("older__value", "newer__value")}


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


_CONTRADICTED = Prepared(
    lambda: Edge.objects.filter(source=Given("source"), type=EdgeType.CONTRADICTS).values_list(
        "target_id"
    )
)
