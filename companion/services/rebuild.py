"""Reading again: at once where nothing was read yet, else first to see what it would change."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from companion.models import ConstructionRun, Entry, State, Subject
from companion.models.construction_run import OPEN
from companion.services.previews import About, entries_about, runs_about
from companion.services.runs import SENT_AT_ONCE, begin, send
from memory import limits
from memory.access import access_to
from memory.actors import human
from memory.errors import Forbidden, InvalidInput
from memory.models import Project, User
from memory.roles import Role


def try_again(entry: Entry, *, by: User) -> ConstructionRun | None:
    """A new reading of one entry. None where one is under way."""
    _require(entry.project, by, Role.CONTRIBUTOR)
    begun = begin([entry], by=human(by), at=timezone.now())
    return begun[0] if begun else None


@transaction.atomic
def preview(about: About, *, by: User) -> int:
    """Read all of it anew without serving it. Returns how many entries."""
    _require(_project(about), by, _role(about))
    entries = entries_about(about).defer("text", "proposed").order_by("pk")
    if entries.count() > limits.READ_ANEW:
        most = f"at most {limits.READ_ANEW:,} entries are read anew at once"
        raise InvalidInput({"entries": f"{most}; go subject by subject"})
    _let_go(about)
    return len(begin(list(entries), by=human(by), at=timezone.now(), is_preview=True))


@transaction.atomic
def publish_previews(about: About, *, by: User) -> int:
    """Serve what was looked at: the very same stages, judged anew against what is there then."""
    _require(_project(about), by, _role(about))
    now = timezone.now()
    previews = runs_about(about).filter(state=State.PREVIEW)
    busy = ConstructionRun.objects.filter(entry__in=entries_about(about), state__in=OPEN)
    free = list(
        previews.exclude(entry__in=busy.values("entry"))
        .only("pk", "public_id")
        .order_by("pk")
        .select_for_update(of=("self",))
    )
    ConstructionRun.objects.filter(pk__in=[run.pk for run in free]).update(
        state=State.PENDING,
        is_preview=False,
        asked_by=human(by).stored(),
        attempts=0,
        due_at=now,
        sent_at=None,
    )
    first = ConstructionRun.objects.filter(pk__in=[run.pk for run in free[:SENT_AT_ONCE]])
    first.update(sent_at=now)
    send(list(first))
    return len(free)


def discard(about: About, *, by: User) -> int:
    """What was read anew and is not wanted."""
    _require(_project(about), by, _role(about))
    return _let_go(about)


def _let_go(about: About) -> int:
    """Previews are worth nothing once there are newer ones, or nobody wants them."""
    waiting = (State.PENDING, State.RETRY, State.PREVIEW, State.FAILED)
    old = runs_about(about).filter(is_preview=True, state__in=waiting)
    return old.update(state=State.SUPERSEDED, stage_a=None, stage_b=None, report={})


def _require(project: Project, by: User, role: Role) -> None:
    access_to(project, by, role)
    if project.closed_at is not None:
        raise Forbidden("This project is closed. Nothing in it changes any more.")


def _role(about: About) -> Role:
    return Role.CONTRIBUTOR if isinstance(about, Entry) else Role.REVIEWER


def _project(about: About) -> Project:
    if isinstance(about, Subject | Entry):
        return about.project
    return about
