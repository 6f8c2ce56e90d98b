"""The web process that is measured."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.error import URLError
from urllib.request import urlopen


@contextmanager
def served() -> Iterator[int]:
    """The web process as `make run` starts it, on a free port, until the block ends."""
    port = free_port()
    env = {**os.environ, "PORT": str(port), "HOST": "127.0.0.1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "waggle_site.serve"], env=env, stderr=subprocess.DEVNULL
    )
    try:
        _wait(f"http://127.0.0.1:{port}/healthz")
        yield port
    finally:
        process.terminate()
        process.wait(20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(url: str) -> None:
    for _ in range(150):
        try:
            urlopen(url, timeout=2).close()  # noqa: S310 - our own address
        except (URLError, OSError):
            time.sleep(0.2)
        else:
            return
    raise RuntimeError("The server did not start.")
