"""Run by itself: a SQLite database with a bit of everything, and what it holds on the side."""

import pickle
import sys
from datetime import timedelta
from pathlib import Path

import django
from django.core.management import call_command
from django.utils import timezone

django.setup()

from memory.models import WorkerBeat  # noqa: E402 -- models come after the setup
from tests.factories import make_project, make_user  # noqa: E402
from tests.keeping.conftest import everything, live_in  # noqa: E402

call_command("migrate", verbosity=0)
alice = make_user("alice")
live_in(make_project("acme", owner=alice), make_project("elsewhere"), alice)
WorkerBeat.objects.create(name="worker", at=timezone.now() - timedelta(hours=1))
Path(sys.argv[1]).write_bytes(pickle.dumps(everything()))
