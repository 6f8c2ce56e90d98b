import logging
from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from memory.models import WorkerBeat
from memory.services.tidy import count_rows
from tests.factories import make_memory
from waggle_site.jobs import JOBS, Job, beat, forget_old_sessions
from waggle_site.management.commands.worker import leave, run_for_ever, run_once


class EnoughSeen(BaseException):
    pass


def test_a_worker_says_again_and_again_that_it_lives(db):
    before = timezone.now()

    beat()
    beat()

    assert WorkerBeat.objects.get().at >= before


def test_the_beat_is_among_the_jobs_and_often_enough():
    assert next(job.every for job in JOBS if job.run is beat) < 60


@pytest.mark.django_db
def test_sessions_that_ended_are_forgotten_and_others_kept():
    for days in (-1, 1):
        session = SessionStore()
        session.set_expiry(timezone.now() + timedelta(days=days))
        session.save()

    forget_old_sessions()

    assert [one.expire_date > timezone.now() for one in Session.objects.all()] == [True]


@pytest.mark.django_db
def test_a_job_that_fails_is_logged_and_harms_no_other(caplog):
    def break_down():
        raise ValueError("no")

    run_once(Job(every=1, run=break_down))

    assert "The job break_down failed" in caplog.text
    assert caplog.records[0].levelno == logging.ERROR


@pytest.mark.django_db
def test_each_job_runs_in_its_own_rhythm():
    ran = []

    def often():
        ran.append("often")
        if len(ran) > 4:
            raise EnoughSeen

    with pytest.raises(EnoughSeen):
        run_for_ever([Job(every=60, run=lambda: ran.append("rarely")), Job(every=0.01, run=often)])

    assert ran == ["rarely", "often", "often", "often", "often"]


def test_asked_to_leave_it_leaves_at_once():
    with pytest.raises(SystemExit) as end:
        leave(15, None)

    assert end.value.code == 0


def test_the_planner_learns_how_many_rows_there_are(acme):
    make_memory(acme)
    count_rows()

    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT stat FROM sqlite_stat1 WHERE idx = 'memory_by_value'")
            assert cursor.fetchall() == [("1 1 1",)]
