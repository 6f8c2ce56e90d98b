import os
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

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
    def __init__(self, at: datetime) -> None:
        self.at = at

    def forward(self, **by: float) -> datetime:
        self.at += timedelta(**by)
        return self.at


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """It stands still until a test moves it."""
    kept: Any = Clock(timezone.now().replace(microsecond=0))
    monkeypatch.setattr(timezone, "now", lambda: kept.at)
    return kept
