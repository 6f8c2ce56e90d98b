"""What the pages show of entries: the words, what was read out of them, and what was not."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery

from companion.models import (
    Candidate,
    ConstructionRun,
    Entry,
    EntryClaim,
    Outcome,
    Relation,
    State,
    Subject,
)
from companion.models.relation import factual
from companion.passages import Passage, Piece, letter, pieces
from memory.models import Project

PAGE = 30
RECENT = 5
CURRENT = factual("relations__")


@dataclass(frozen=True, slots=True)
class Fact:
    """One served relation under the letter that stands beside its passage."""

    key: str
    relation: Relation
    quote: str


@dataclass
class EntryShown:
    entry: Entry
    run: ConstructionRun | None
    """The newest reading that somebody asked for; None where there is none yet."""
    facts: list[Fact] = field(default_factory=list)
    inferences: list[Candidate] = field(default_factory=list)
    refused: list[Candidate] = field(default_factory=list)
    report: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def pieces(self) -> list[Piece]:
        found = [
            Passage(fact.key, fact.relation.start, fact.relation.end, fact.relation.is_stated)
            for fact in self.facts
        ]
        return list(pieces(self.entry.canonical, found))

    @property
    def is_read(self) -> bool:
        return self.run is not None and self.run.state == State.READY

    @property
    def has_failed(self) -> bool:
        return self.run is not None and self.run.state == State.FAILED

    @property
    def limitations(self) -> list[dict[str, Any]]:
        return [self._placed(one) for one in self.report.get("limitations", ())]

    @property
    def notes(self) -> list[dict[str, Any]]:
        return [self._placed(one) for one in self.report.get("notes", ())]

    def _placed(self, one: dict[str, Any]) -> dict[str, Any]:
        start, end = one.get("start"), one.get("end")
        words = self.entry.canonical[start:end] if start is not None else ""
        return {**one, "words": words}


def show(entry: Entry) -> EntryShown:
    runs = ConstructionRun.objects.filter(entry=entry, is_preview=False)
    newest = runs.order_by("-pk").first()
    read = runs.filter(state=State.READY).order_by("-pk").first()
    shown = EntryShown(entry, newest)
    relations = Relation.objects.factual().filter(entry=entry)
    relations = relations.select_related("from_node", "to_node")
    shown.facts = [
        Fact(letter(place), one, entry.canonical[one.start : one.end])
        for place, one in enumerate(relations.order_by("start", "end", "relation_id"))
    ]
    if read is not None:
        shown.report = read.report
        candidates = list(Candidate.objects.filter(run=read).order_by("place"))
        shown.inferences = [one for one in candidates if one.outcome == Outcome.INFERRED]
        shown.refused = [one for one in candidates if one.outcome == Outcome.REJECTED]
    return shown


def listed(rows: QuerySet[Entry]) -> QuerySet[Entry]:
    """Each with `state`, `facts` and `inferences`, newest first."""
    runs = ConstructionRun.objects.filter(entry=OuterRef("pk"), is_preview=False).order_by("-pk")
    inferred = (
        Candidate.objects.filter(
            run__entry=OuterRef("pk"), run__state=State.READY, outcome=Outcome.INFERRED
        )
        .order_by()
        .values("run__entry")
        .annotate(count=Count("pk"))
        .values("count")
    )
    return (
        rows.select_related("subject")
        .annotate(
            state=Subquery(runs.values("state")[:1]),
            facts=Count("relations", filter=CURRENT),
            inferences=Subquery(inferred, output_field=IntegerField()),
        )
        .order_by("-number")
    )


def entries_of(
    project: Project,
    *,
    about: Subject | None = None,
    before: int | None = None,
    size: int = PAGE,
) -> tuple[list[Entry], int | None]:
    """A page of entries, and the number with which the next one begins."""
    rows = Entry.objects.in_project(project).filter(erased_at=None)
    if about is not None:
        rows = rows.filter(subject=about)
    if before is not None:
        rows = rows.filter(number__lt=before)
    found = list(listed(rows)[: size + 1])
    page = found[:size]
    return page, page[-1].number if len(found) > size else None


def subjects_of(project: Project) -> list[Subject]:
    """Each with `told`, how many entries are about it; most told of first."""
    standing = Subject.objects.in_project(project).standing()
    told = Count("entries", filter=Q(entries__erased_at=None))
    rows = standing.annotate(told=told)  # type: ignore[no-redef] # as the model declares
    return sorted(rows, key=lambda one: (-one.told, one.subject_id))


@dataclass(frozen=True, slots=True)
class Counts:
    entries: int
    subjects: int
    statements: int


def counts_of(project: Project) -> Counts:
    served = Relation.objects.in_project(project).factual()
    return Counts(
        Entry.objects.in_project(project).filter(erased_at=None).count(),
        Subject.objects.in_project(project).standing().count(),
        served.values("subject", "vocabulary_id").distinct().count(),
    )


def claims_about(entry: Entry) -> str:
    """What the file that brought it said of it, as text; empty for most entries."""
    claim = EntryClaim.objects.filter(entry=entry).first() if entry.imported_from else None
    return json.dumps(claim.said, ensure_ascii=False, indent=2) if claim else ""


def sentence_of(candidate: Candidate) -> str:
    """An inference as one line, to be read by a person."""
    return one_line(candidate.subject_label, candidate.predicate, candidate.object_label)


def line_of(relation: Relation) -> str:
    return one_line(relation.from_node.label, relation.predicate, relation.to_node.label)


def one_line(*parts: str) -> str:
    words = (part.strip().replace("_", " ") for part in parts)
    return " ".join(word for word in words if word)
