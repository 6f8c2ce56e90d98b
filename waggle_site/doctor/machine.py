"""The machine that Waggle stands on: Python, room, and who can read the data folder."""

import os
import platform
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import django
from django.conf import settings

from waggle_site.doctor.finding import Finding, ok, problem, warning

MEGABYTE = 1_000_000
NOT_ENOUGH = 100 * MEGABYTE
LITTLE = 1_000 * MEGABYTE


def examine() -> Iterator[Finding]:
    yield ok("python", f"Python {platform.python_version()}, Django {django.get_version()}")
    folder: Path = settings.WAGGLE_DATA_DIR
    yield room(shutil.disk_usage(folder).free, folder)
    yield from readers(folder)


def room(free: int, folder: Path) -> Finding:
    says = f"{free // MEGABYTE:,} MB free at {folder}"
    if free < NOT_ENOUGH:
        return problem("disk", f"{says}: writes will fail soon. Make room.")
    if free < LITTLE:
        return warning("disk", f"{says}, which is little. Make room.")
    return ok("disk", says)


def readers(folder: Path) -> Iterator[Finding]:
    if folder.stat().st_uid != os.geteuid():
        yield warning("data folder", f"{folder} is another user's. Run Waggle as that user.")
    if not os.access(folder, os.W_OK | os.X_OK):
        yield problem("data folder", f"{folder} cannot be written to. chown it to Waggle's user.")
    key = folder / "secret_key"
    key_is_open = key.exists() and open_to_others(key)
    if key_is_open:
        yield problem("data folder", f"Others can read {key}: chmod 600 {key}, and make a new one.")
    if open_to_others(folder):
        yield warning("data folder", f"Others can look into {folder}: chmod 700 {folder}")
    elif not key_is_open:
        yield ok("data folder", f"{folder} is for its owner alone")


def open_to_others(path: Path) -> bool:
    return bool(stat.S_IMODE(path.stat().st_mode) & 0o077)
