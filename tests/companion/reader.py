"""Run by itself: reads one entry, and stays for ever in one of its stages."""

import sys
import time
from pathlib import Path

import django

django.setup()

from companion.services.construct import construct  # noqa: E402 -- services come after the setup
from tests.companion.scripted import Scripted  # noqa: E402

run_id, stage, marker = sys.argv[1:]


def stay() -> None:
    Path(marker).touch()
    time.sleep(600)


construct(run_id, lambda: Scripted(**{f"before_{stage}": stay}))
