from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from memory.models import WorkerBeat

pytestmark = pytest.mark.django_db


@pytest.fixture
def working_worker():
    WorkerBeat.objects.create(name="worker", at=timezone.now())


def failing(answer):
    return [name for name, passed in answer.json()["checks"].items() if not passed]


def test_a_living_process_says_so_and_nothing_about_itself(client):
    answer = client.get("/healthz")

    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_a_living_process_asks_nothing_of_the_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/healthz")


def test_it_is_ready_when_everything_it_needs_answers(client, working_worker):
    answer = client.get("/readyz")

    assert (answer.status_code, answer.json()["status"], failing(answer)) == (200, "ok", [])


def test_it_is_not_ready_without_a_worker(client):
    answer = client.get("/readyz")

    assert (answer.status_code, failing(answer)) == (503, ["worker"])


def test_a_worker_that_fell_silent_is_missed(client):
    WorkerBeat.objects.create(name="worker", at=timezone.now() - timedelta(seconds=61))

    assert failing(client.get("/readyz")) == ["worker"]


def test_it_is_not_ready_while_a_migration_waits(client, working_worker):
    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")

    answer = client.get("/readyz")

    assert (answer.status_code, failing(answer)) == (503, ["migrations"])


def test_it_is_not_ready_when_redis_is_away(client, working_worker, settings):
    nowhere = {"hosts": ["redis://127.0.0.1:1"]}
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": nowhere}
    }

    answer = client.get("/readyz")

    assert (answer.status_code, failing(answer)) == (503, ["channel_layer"])


def test_health_is_asked_for_and_not_posted(client):
    assert client.post("/healthz").status_code == client.post("/readyz").status_code == 405
