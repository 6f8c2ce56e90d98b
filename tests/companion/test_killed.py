"""A process that reads is killed outright: another one takes up what it was at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from companion.models import ConstructionRun, Entry, Relation
from companion.services.sweep import sweep
from memory.models import AuditEvent
from tests.companion.race import at_once, committed_team
from tests.companion.reading import let_pass, read_run, run_of
from tests.companion.scripted import TEXT, Scripted
from tests.factories import make_entry
from tests.site.processes import eventually

pytestmark = [pytest.mark.race, pytest.mark.usefixtures("committed_db")]


def this_database() -> dict[str, str]:
    """The environment of a process that shall work in the database under test."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return {"DATABASE_URL": f"sqlite://{known['NAME']}"}
    user = quote(known["USER"]) + (f":{quote(known['PASSWORD'])}" if known["PASSWORD"] else "")
    port = f":{known['PORT']}" if known["PORT"] else ""
    return {"DATABASE_URL": f"postgresql://{user}@{known['HOST']}{port}/{known['NAME']}"}


def a_process(*arguments: str, **more: str) -> subprocess.Popen[bytes]:
    environment = {"DJANGO_SETTINGS_MODULE": "waggle_site.settings", **this_database(), **more}
    return subprocess.Popen(
        [sys.executable, *arguments], cwd=settings.BASE_DIR, env=os.environ | environment
    )


@pytest.fixture
def entry() -> Entry:
    project, _ = committed_team()
    return make_entry(project, TEXT)


@pytest.mark.parametrize(("stage", "goes_on_with"), [("a", ["a", "b"]), ("b", ["b"])])
def test_killed_in_either_stage_it_is_read_by_another(
    entry: Entry, tmp_path: Path, stage: str, goes_on_with: list[str]
) -> None:
    run, marker = run_of(entry), tmp_path / "is there"
    process = a_process("-m", "tests.companion.reader", str(run.public_id), stage, str(marker))
    assert eventually(marker.exists)
    process.send_signal(signal.SIGKILL)
    process.wait()
    run.refresh_from_db()
    assert (run.state, run.attempts) == ("running", 1)
    let_pass()

    sweep()
    builder = Scripted()
    read_run(run, builder)

    assert (run.state, run.attempts, run.codes) == ("ready", 2, ["WORKER_LOST"])
    assert builder.seen == goes_on_with
    assert Relation.objects.factual().count() == 3
    assert Entry.objects.get().text == TEXT


def test_two_that_read_the_same_entry_publish_once(entry: Entry) -> None:
    run = run_of(entry)

    at_once(*[lambda: read_run(run_of(entry), Scripted())] * 3)

    run.refresh_from_db()
    assert (run.state, run.attempts) == ("ready", 1)
    told = AuditEvent.objects.filter(object_id=str(entry.public_id))
    assert told.filter(type="evidence.constructed").count() == 1
    assert Relation.objects.count() == 3


def test_what_is_queued_at_once_is_read_once_each_by_two_workers() -> None:
    project, _ = committed_team()
    for number in range(20):
        make_entry(project, f"Pressure: {number} bar")
    begin = ("manage.py", "construct", "--idle", "1")

    two = [a_process(*begin, COMPANION_SPACY_MODEL="none") for _ in range(2)]

    assert [one.wait(120) for one in two] == [0, 0]
    runs = ConstructionRun.objects.values_list("state", "attempts", "builder")
    assert set(runs) == {("ready", 1, "patterns")}
    told = AuditEvent.objects.filter(type="evidence.constructed")
    assert sorted(told.values_list("object_id", flat=True)) == sorted(
        str(one.public_id) for one in Entry.objects.all()
    )
    assert Relation.objects.factual().count() == 20
