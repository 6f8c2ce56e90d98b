"""Real processes on free ports, watched from outside."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from django.conf import settings


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(*arguments: str, port: int, data: Path, **environment: str) -> subprocess.Popen[str]:
    inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        env={**inherited, "PORT": str(port), "WAGGLE_DATA_DIR": str(data), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def eventually(holds: Callable[[], object], seconds: float = 30) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False


def children(pid: int) -> list[int]:
    listing = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True)
    pairs = [line.split() for line in listing.stdout.splitlines()]
    return [int(child) for child, parent in pairs if int(parent) == pid]


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False
