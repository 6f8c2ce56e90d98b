"""What reading anew would change, before anybody takes it over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, IntegerField, Q, QuerySet, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Left

from companion.models import ConstructionRun, Entry, State, Subject
from companion.models.construction_run import OPEN
from memory.models import Project
from memory.text import first_words

About = Project | Subject | Entry
COUNTED = ("kept", "added", "retired", "inferred", "rejected")
TOLD = 20
"""Statements of one entry that a preview tells of each kind; the counts tell of all."""
PAGE = 50
BEGINNING = 300


@dataclass(frozen=True, slots=True)
class Preview:
    """What publishing would do, summed over the entries that were read anew."""

    kept: int = 0
    added: int = 0
    retired: int = 0
    inferred: int = 0
    rejected: int = 0
    entries: int = 0
    waiting: int = 0
    failed: int = 0

    @property
    def is_complete(self) -> bool:
        return self.entries > 0 and self.waiting == 0

    @property
    def asked(self) -> int:
        return self.entries + self.waiting + self.failed


@dataclass(frozen=True, slots=True)
class Change:
    """One entry that would not stay as it is."""

    entry: Entry
    words: str
    kept: int
    added: int
    retired: int
    adds: list[str] = field(default_factory=list)
    retires: list[str] = field(default_factory=list)

    @property
    def further(self) -> int:
        return self.added + self.retired - len(self.adds) - len(self.retires)


def entries_about(about: About) -> QuerySet[Entry]:
    """Those that still have words."""
    rows = Entry.objects.filter(erased_at=None)
    if isinstance(about, Entry):
        return rows.filter(pk=about.pk)
    if isinstance(about, Subject):
        return rows.filter(subject=about)
    return rows.filter(project=about)


def runs_about(about: About) -> QuerySet[ConstructionRun]:
    return ConstructionRun.objects.filter(entry__in=entries_about(about))


def preview_of(about: About) -> Preview:
    """Counted by the database: the reports stay where they are."""
    runs = runs_about(about).filter(is_preview=True)
    found = runs.aggregate(
        entries=_those(State.PREVIEW),
        waiting=_those(*OPEN),
        failed=_those(State.FAILED),
        **{name: Sum(_counted(name), filter=Q(state=State.PREVIEW)) for name in COUNTED},
    )
    return Preview(**{name: count or 0 for name, count in found.items()})


def being_taken_over(about: About) -> int:
    """Readings on their way to be served."""
    return runs_about(about).filter(is_preview=False, state__in=OPEN).count()


def changes_in(about: About, *, after: int = 0) -> tuple[list[Change], int | None]:
    """A page of what would change, by the entries' numbers, and the number it ends with."""
    counted = {f"would_{name}": _counted(name) for name in COUNTED[:3]}
    rows = runs_about(about).filter(state=State.PREVIEW, entry__number__gt=after)
    rows = rows.annotate(**counted, words=Left("entry__text", BEGINNING))
    rows = rows.filter(Q(would_added__gt=0) | Q(would_retired__gt=0)).order_by("entry__number")
    found = list(
        rows.select_related("entry__subject").defer(
            "stage_a", "stage_b", "entry__text", "entry__proposed"
        )[: PAGE + 1]
    )
    page = [_change(run) for run in found[:PAGE]]
    return page, page[-1].entry.number if len(found) > PAGE else None


def failed_in(about: About) -> list[ConstructionRun]:
    """The first of those that could not be read anew."""
    rows = runs_about(about).filter(is_preview=True, state=State.FAILED).order_by("entry__number")
    wanted = rows.select_related("entry").only("codes", "entry__number", "entry__project_id")
    return list(wanted[:TOLD])


def told(added: Iterable[str], retired: Iterable[str]) -> dict[str, list[str]]:
    """As a report keeps it."""
    return {"adds": list(added)[:TOLD], "retires": list(retired)[:TOLD]}


def _those(*states: State) -> Count:
    return Count("pk", filter=Q(state__in=states))


def _counted(name: str) -> Cast:
    return Cast(KT(f"report__counts__{name}"), IntegerField())


def _change(run: Any) -> Change:
    report = run.report
    return Change(
        entry=run.entry,
        words=first_words(run.words),
        kept=run.would_kept,
        added=run.would_added,
        retired=run.would_retired,
        adds=report.get("adds", []),
        retires=report.get("retires", []),
    )
