"""Reading again: at once where nothing was read yet, else first to see what it would change."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from companion.models import ConstructionRun, Entry, State, Subject
from companion.models.construction_run import OPEN
from companion.services.runs import begin
from companion.tasks import construct
from memory.access import access_to
from memory.actors import human
from memory.errors import Forbidden
from memory.models import Project, User
from memory.roles import Role

About = Project | Subject | Entry


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


def try_again(entry: Entry, *, by: User) -> ConstructionRun | None:
    """A new reading of one entry. None where one is under way."""
    _require(entry.project, by, Role.CONTRIBUTOR)
    begun = begin([entry], by=human(by), at=timezone.now())
    return begun[0] if begun else None


@transaction.atomic
def preview(about: About, *, by: User) -> int:
    """Read all of it anew without serving it. Returns how many entries."""
    _require(_project(about), by, _role(about))
    discard(about)
    entries = list(_entries(about).filter(erased_at=None).order_by("pk"))
    return len(begin(entries, by=human(by), at=timezone.now(), is_preview=True))


def preview_of(about: About) -> Preview:
    runs = _runs(about).filter(is_preview=True)
    counts: Counter[str] = Counter()
    for report in runs.filter(state=State.PREVIEW).values_list("report", flat=True):
        counts.update(report["counts"])
        counts["entries"] += 1
    counts["waiting"] = runs.filter(state__in=OPEN).count()
    counts["failed"] = runs.filter(state=State.FAILED).count()
    return Preview(**counts)


@transaction.atomic
def publish_previews(about: About, *, by: User) -> int:
    """Serve what was looked at: the very same stages, judged anew against what is there then."""
    _require(_project(about), by, _role(about))
    now = timezone.now()
    runs = list(_runs(about).filter(state=State.PREVIEW).select_for_update(of=("self",)))
    busy = set(
        ConstructionRun.objects.filter(
            entry__in=[run.entry_id for run in runs], state__in=OPEN
        ).values_list("entry_id", flat=True)
    )
    free = [run for run in runs if run.entry_id not in busy]
    ConstructionRun.objects.filter(pk__in=[run.pk for run in free]).update(
        state=State.PENDING,
        is_preview=False,
        asked_by=human(by).stored(),
        attempts=0,
        due_at=now,
        sent_at=now,
    )
    for run in free:
        construct.enqueue(str(run.public_id))
    return len(free)


def discard(about: About) -> int:
    """Previews are worth nothing once there are newer ones, or nobody wants them."""
    waiting = (State.PENDING, State.RETRY, State.PREVIEW, State.FAILED)
    old = _runs(about).filter(is_preview=True, state__in=waiting)
    return old.update(state=State.SUPERSEDED, stage_a=None, stage_b=None)


def _require(project: Project, by: User, role: Role) -> None:
    access_to(project, by, role)
    if project.closed_at is not None:
        raise Forbidden("This project is closed. Nothing in it changes any more.")


def _role(about: About) -> Role:
    return Role.CONTRIBUTOR if isinstance(about, Entry) else Role.REVIEWER


def _project(about: About) -> Project:
    return about if isinstance(about, Project) else about.project


def _entries(about: About) -> QuerySet[Entry]:
    if isinstance(about, Entry):
        return Entry.objects.filter(pk=about.pk)
    if isinstance(about, Subject):
        return Entry.objects.filter(subject=about)
    return Entry.objects.in_project(about)


def _runs(about: About) -> QuerySet[ConstructionRun]:
    return ConstructionRun.objects.filter(entry__in=_entries(about))
