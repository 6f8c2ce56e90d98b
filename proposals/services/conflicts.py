"""Memories that speak against each other: found by rule, resolved by people and nobody else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
"""So many new memories of one proposal are compared; a larger import is not held up by it."""
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
        for other, likeness in _likenesses(
            head.project, memory.kind, memory.content, instant, memory.lineage
        ):
            if not _was_kept(memory, other):
                _note(head, other.pk, memory, likeness.relation, likeness.reason, actor)
        for edge in Edge.objects.filter(source=memory, type=EdgeType.CONTRADICTS):
            if true_among([edge.target_id], head.project, instant):
                reason = "one was written to contradict the other"
                _note(head, edge.target_id, memory, LINKED, reason, actor)


def _was_kept(memory: Memory, other: Alike) -> bool:
    """A person kept both once, and neither says anything else since."""
    kept = Conflict.objects.filter(
        project=memory.project_id, choice=Choice.KEEP_BOTH, resolved_at__isnull=False
    )
    values = {memory.value, other.value}
    pairs = kept.filter(
        Q(older__lineage=memory.lineage, newer__lineage=other.lineage)
        | Q(older__lineage=other.lineage, newer__lineage=memory.lineage)
    )
    return any(
        {one.older.value, one.newer.value} == values
        for one in pairs.select_related("older", "newer")
    )


def _note(
    head: Head, older_pk: int, newer: Memory, relation: str, reason: str, actor: Actor
) -> None:
    conflict, is_new = Conflict.objects.get_or_create(
        older_id=older_pk,
        newer=newer,
        defaults={
            "project": head.project,
            "relation": relation,
            "reason": reason,
            "found_at": head.at,
        },
    )
    if is_new:
        audit.record(
            head,
            "conflict.found",
            actor=actor,
            about=("conflict", conflict.pk),
            details={
                "memories": [str(conflict.older.public_id), str(newer.public_id)],
                "relation": relation,
            },
        )


def end_conflicts(head: Head, proposal: Proposal, ended: Sequence[Memory], *, actor: Actor) -> None:
    """Those that the proposal was to resolve, and those of which it ended a memory."""
    if not _STANDING.rows(project=head.project.pk):
        return
    standing = Conflict.objects.filter(project=head.project, resolved_at=None)
    touched = standing.filter(Q(proposal=proposal) | Q(older__in=ended) | Q(newer__in=ended))
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


_STANDING = Prepared(
    lambda: Conflict.objects.filter(project=Given("project"), resolved_at=None).values_list("pk")[
        :1
    ]
)
