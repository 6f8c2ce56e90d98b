import os
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from memory import search
from memory.models import Memory, Project
from proposals.states import Status
from tests.factories import make_proposal
from tests.memory.recorded import make_memory, retire

ZONES = ("UTC", "Asia/Kathmandu", "America/St_Johns")


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest) -> Iterator[str]:
    """The machine and the person both live there; Django alone would keep the process in UTC."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    time.tzset()
    with timezone.override(request.param):
        yield request.param
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


class Clock:
    """Moved by a test; each look at it is a little later than the last."""

    step = timedelta(milliseconds=1)

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        self.at += self.step
        return self.at

    def forward(self, **by: float) -> datetime:
        self.at += timedelta(**by)
        return self.at


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(timezone.now())
    monkeypatch.setattr(timezone, "now", clock.now)
    return clock


@pytest.fixture
def granite(acme: Project, elsewhere: Project, clock: Clock) -> SimpleNamespace:
    """The same word in every state there is, in one project, and best of all in another one."""
    soon, later = clock.at + timedelta(hours=1), clock.at + timedelta(days=30)
    found = SimpleNamespace(project=acme, later=later)
    found.old = make_memory(acme, "Granite was superseded.")
    found.new = make_memory(acme, "Granite replaced it.", supersedes=found.old)
    found.retired = retire(make_memory(acme, "Granite was retired."))
    found.expired = make_memory(acme, "Granite has expired.", valid_until=soon)
    found.scheduled = make_memory(acme, "Granite is scheduled.", valid_from=later)
    found.until_then = make_memory(acme, "Granite holds until then.")
    found.from_then = make_memory(
        acme, "Granite holds from then.", supersedes=found.until_then, valid_from=later
    )
    found.erased = make_memory(acme, "Granite was erased.")
    Memory.objects.filter(pk=found.erased.pk).update(
        title="", content="", tags=[], salt=b"", erased_at=clock.at
    )
    search.erase([found.erased])
    for status in (Status.PENDING, Status.APPROVED, Status.REJECTED, Status.WITHDRAWN):
        make_proposal(acme, f"Granite is {status}.", status=status)
    found.foreign = make_memory(elsewhere, "Granite, granite, granite.", title="Granite")
    clock.forward(hours=2)
    return found
