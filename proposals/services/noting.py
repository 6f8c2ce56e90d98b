"""New memories are compared with what is true: a few at once, those of a large batch by the worker
right after. A comparison ends nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import F, Q, Sum

from memory import audit
from memory.actors import Actor, system
from memory.authority import Instant
from memory.head import Head, locked
from memory.kinds import EdgeType
from memory.models import Edge, Memory, Project
from memory.prepared import Given, Prepared
from memory.services.recall import true_among, what_is_true
from proposals.models import Conflict, Uncompared
from proposals.models.conflict import Choice
from proposals.services.conflicts import likenesses

AT_ONCE = 30
"""So many are compared in the transaction that records them; where there are more, none is."""
STEP, STEPS = 25, 20
"""So many the worker compares before it keeps what it found, and how often it does so in a row."""
SECONDS = 2.0
"""After so long it turns to its other work: long texts take many times as long to compare."""
LINKED = "linked"


class Opposed(NamedTuple):
    """Why a memory is to be looked at beside a new one."""

    relation: str
    reason: str


Found = Mapping[int, Opposed]
"""By the other memory's primary key."""


def note_conflicts(head: Head, made: Sequence[Memory], *, actor: Actor) -> None:
    """Keep, and tell of, what the memories just recorded speak against, or have it done soon."""
    if len(made) > AT_ONCE:
        # Recorded under one hold: no number in between is another's.
        numbers = [memory.number for memory in made]
        Uncompared.objects.create(project=head.project, first=min(numbers), last=max(numbers))
        return
    instant = Instant(head.at, head.at, is_now=True)
    for memory in made:
        if memory.valid_from <= head.at:
            _keep(head, memory, _opposed(head.project, memory, instant), actor=actor)


def note_waiting() -> int:
    """Compares the memories that wait for it, the longest waiting first. How many it came by."""
    done, until = 0, time.monotonic() + SECONDS
    for _ in range(STEPS):
        if time.monotonic() > until:
            break
        waiting = Uncompared.objects.filter(project__closed_at=None).order_by("pk")
        row = waiting.select_related("project").first()
        if row is None:
            break
        done += _step(row)
    return done


def count_uncompared(project: Project) -> int:
    rows = Uncompared.objects.filter(project=project)
    found: int | None = rows.aggregate(n=Sum(F("last") - F("first") + 1))["n"]
    return found or 0


def _step(row: Uncompared) -> int:
    """Compares without the lock, then keeps what is still so under it: no writer waits long."""
    upto = min(row.first + STEP - 1, row.last)
    instant = Instant.now()
    rows = what_is_true(row.project, instant).filter(number__range=(row.first, upto))
    found = [(memory, _opposed(row.project, memory, instant)) for memory in rows.order_by("number")]
    with locked(row.project) as head:
        if not _advance(row, upto):
            return 0
        pks = {pk for memory, opposed in found if opposed for pk in (memory.pk, *opposed)}
        now = Instant(head.at, head.at, is_now=True)
        still = {one.pk for one in true_among(list(pks), row.project, now)} if pks else set()
        for memory, opposed in found:
            if memory.pk in still:
                left = {pk: why for pk, why in opposed.items() if pk in still}
                _keep(head, memory, left, actor=system("waggle"))
    return upto - row.first + 1


def _advance(row: Uncompared, upto: int) -> bool:
    """Unless another worker did it meanwhile."""
    same = Uncompared.objects.filter(pk=row.pk, first=row.first)
    if upto == row.last:
        return same.delete()[0] == 1
    return same.update(first=upto + 1) == 1


def _opposed(project: Project, memory: Memory, instant: Instant) -> Found:
    by_words = _by_words(project, memory, instant)
    return {**dict(by_words), **dict(_by_link(project, memory, instant))}


def _by_words(project: Project, memory: Memory, instant: Instant) -> Iterable[tuple[int, Opposed]]:
    kept = _kept_beside(memory)
    near = likenesses(project, memory.kind, memory.content, instant, memory.lineage)
    for other, likeness in near:
        if frozenset({memory.value, other.value}) not in kept:
            yield other.pk, Opposed(likeness.relation, likeness.reason)


def _by_link(project: Project, memory: Memory, instant: Instant) -> Iterable[tuple[int, Opposed]]:
    pks = [pk for [pk] in _CONTRADICTED.rows(source=memory.pk)]
    for other in true_among(pks, project, instant):
        yield other.pk, Opposed(LINKED, "one was written to contradict the other")


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


def _keep(head: Head, memory: Memory, opposed: Found, *, actor: Actor) -> None:
    """Each pair once, whichever of the two was compared with the other."""
    if not opposed:
        return
    paired = {pk for pair in _PAIRED.rows(memory=memory.pk) for pk in pair}
    rows = Conflict.objects.bulk_create(
        Conflict(
            project=head.project,
            older_id=min(pk, memory.pk),
            newer_id=max(pk, memory.pk),
            relation=why.relation,
            reason=why.reason,
            found_at=head.at,
        )
        for pk, why in opposed.items()
        if pk not in paired
    )
    ids = dict(Memory.objects.filter(pk__in=[memory.pk, *opposed]).values_list("pk", "public_id"))
    for row in rows:
        audit.record(
            head,
            "conflict.found",
            actor=actor,
            about=("conflict", row.pk),
            details={
                "memories": [str(ids[row.older_id]), str(ids[row.newer_id])],
                "relation": row.relation,
            },
        )


_CONTRADICTED = Prepared(
    lambda: Edge.objects.filter(source=Given("source"), type=EdgeType.CONTRADICTS).values_list(
        "target_id"
    )
)
_PAIRED = Prepared(
    lambda: Conflict.objects.filter(
        Q(older=Given("memory")) | Q(newer=Given("memory"))
    ).values_list("older_id", "newer_id")
)
