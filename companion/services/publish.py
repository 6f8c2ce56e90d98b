"""What a reading found becomes what is served: in one transaction, or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from django.utils import timezone

from companion.meaning.results import Accepted, Outcome
from companion.models import (
    Candidate,
    ConstructionRun,
    Happening,
    Node,
    Relation,
    RelationEvent,
    State,
    Subject,
)
from companion.models.subject import new_revision
from companion.services import ending
from companion.services.facts import Facts, candidates_of, facts_of
from companion.services.lease import held
from companion.services.previews import told
from companion.services.showing import line_of
from memory import audit
from memory.errors import Forbidden
from memory.head import Head, locked

LIKE_BEFORE = ("status", "said_status", "provenance", "start", "end")
ALSO = ("attribution", "quantity")
"""Words of the entry: a change is told without saying from what to what."""
ENDS = ("from_node_id", "to_node_id")


@dataclass(frozen=True, slots=True)
class Difference:
    """The ids of an entry's facts, beside those that were served before."""

    kept: list[str]
    added: list[str]
    retired: list[str]

    @classmethod
    def between(cls, before: Iterable[str], now: Iterable[str]) -> Difference:
        was, is_ = set(before), set(now)
        return cls(sorted(was & is_), sorted(is_ - was), sorted(was - is_))

    @property
    def counts(self) -> dict[str, int]:
        return {name: len(ids) for name, ids in asdict(self).items()}


def publish(run: ConstructionRun, accepted: Accepted) -> Difference | None:
    """None: this attempt does not hold the run any more, so nothing was written."""
    try:
        with locked(run.entry.project) as head:
            if not held(run).update(state=State.READY, holder=None, lease_until=None):
                return None
            return _Publication(head, run, accepted).write()
    except Forbidden:
        ending.fail(run, ending.CLOSED, again=False)
        return None


def look(run: ConstructionRun, accepted: Accepted) -> Difference | None:
    """What publishing would keep, add and retire; nothing that is served changes."""
    facts = facts_of(run, accepted)
    rows = Relation.objects.factual().filter(entry=run.entry)
    served = {one.relation_id: one for one in rows.select_related("from_node", "to_node")}
    difference = Difference.between(served, facts.relations)
    would = told(
        (facts.line(one) for one in difference.added),
        (line_of(served[one]) for one in difference.retired),
    )
    done = held(run).update(
        state=State.PREVIEW,
        holder=None,
        lease_until=None,
        finished_at=timezone.now(),
        report=_report(accepted, difference) | would,
    )
    return difference if done else None


class _Publication:
    def __init__(self, head: Head, run: ConstructionRun, accepted: Accepted) -> None:
        self.head, self.run, self.entry, self.accepted = head, run, run.entry, accepted
        self.events: list[RelationEvent] = []
        self.has_changed = False

    def write(self) -> Difference:
        facts = facts_of(self.run, self.accepted)
        known = {one.relation_id: one for one in Relation.objects.filter(entry=self.entry)}
        before = [name for name, one in known.items() if one.retired_at is None]
        difference = Difference.between(before, facts.relations)
        self._connect(facts)
        self._insert([one for name, one in facts.relations.items() if name not in known])
        for name, new in facts.relations.items():
            if name in known:
                self._keep(known[name], new)
        self._retire([known[name] for name in difference.retired])
        RelationEvent.objects.bulk_create(self.events)
        Candidate.objects.bulk_create(candidates_of(self.run, self.accepted))
        if self.has_changed:
            Subject.objects.filter(pk=self.entry.subject_id).update(revision=new_revision())
        self._finish(difference)
        return difference

    def _connect(self, facts: Facts) -> None:
        """Nodes are there once for an entry, whichever reading found them first."""
        rows = {one.node_id: one for one in Node.objects.filter(entry=self.entry)}
        new = [one for name, one in facts.nodes.items() if name not in rows]
        Node.objects.bulk_create(new)
        rows |= {one.node_id: one for one in new}
        for name, relation in facts.relations.items():
            start, end = facts.ends[name]
            relation.from_node, relation.to_node = rows[start], rows[end]

    def _insert(self, new: list[Relation]) -> None:
        for relation in new:
            relation.recorded_at = self.head.at
        for relation in Relation.objects.bulk_create(new):
            self._note(relation, Happening.ADDED)

    def _keep(self, old: Relation, new: Relation) -> None:
        changed = {
            name: [getattr(old, name), getattr(new, name)]
            for name in LIKE_BEFORE
            if getattr(old, name) != getattr(new, name)
        }
        moved = [name for name in (*ALSO, *ENDS) if getattr(old, name) != getattr(new, name)]
        details: dict[str, Any] = changed | ({"also": moved} if moved else {})
        if old.retired_at is not None:
            self._note(old, Happening.RETURNED, details)
        elif details:
            self._note(old, Happening.CHANGED, details)
        for name in (*LIKE_BEFORE, *ALSO, *ENDS):
            setattr(old, name, getattr(new, name))
        old.current_run, old.retired_at, old.retired_by = self.run, None, None
        old.save(
            update_fields=[
                *LIKE_BEFORE,
                *ALSO,
                *(name.removesuffix("_id") for name in ENDS),
                "current_run",
                "retired_at",
                "retired_by",
            ]
        )

    def _retire(self, gone: list[Relation]) -> None:
        rows = Relation.objects.filter(pk__in=[one.pk for one in gone])
        rows.update(retired_at=self.head.at, retired_by=self.run)
        for relation in gone:
            self._note(relation, Happening.RETIRED)

    def _note(
        self, relation: Relation, what: Happening, details: dict[str, Any] | None = None
    ) -> None:
        self.has_changed = True
        self.events.append(
            RelationEvent(
                relation=relation, run=self.run, what=what, at=self.head.at, details=details or {}
            )
        )

    def _finish(self, difference: Difference) -> None:
        earlier = ConstructionRun.objects.filter(entry=self.entry, state=State.READY)
        earlier.exclude(pk=self.run.pk).update(state=State.SUPERSEDED)
        report = _report(self.accepted, difference)
        ConstructionRun.objects.filter(pk=self.run.pk).update(
            finished_at=self.head.at, report=report
        )
        audit.record(
            self.head,
            "evidence.constructed",
            actor=ending.READER,
            about=("entry", self.entry.public_id),
            details={"run": str(self.run.public_id), **report["counts"]},
        )


def _report(accepted: Accepted, difference: Difference) -> dict[str, Any]:
    """Counts, and what was seen and not represented: by its place in the text."""
    return {
        "counts": {
            **difference.counts,
            "inferred": len(accepted.of(Outcome.INFERRED)),
            "rejected": len(accepted.of(Outcome.REJECTED)),
        },
        "limitations": [
            {
                "code": one.code,
                "detail": one.detail,
                "start": place.start if place else None,
                "end": place.end if place else None,
            }
            for one, place in accepted.limitations
        ],
        "notes": [
            {"code": one.code, "start": one.excerpt.start, "end": one.excerpt.end}
            for one in accepted.notes
        ],
    }
