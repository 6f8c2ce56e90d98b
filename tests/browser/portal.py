"""The product as people start it: processes of its own, asked by HTTP and by commands alone."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.site.processes import eventually, free_port

HOME = Path(__file__).parents[2]
INHERITED = ("PATH", "HOME", "LANG", "TZ", "REDIS_URL")


class Portal:
    def __init__(self, data: Path, **environment: str) -> None:
        self.port = free_port()
        self.origin = f"http://localhost:{self.port}"
        self.log = data / "log"
        inherited = {name: os.environ[name] for name in INHERITED if name in os.environ}
        self.environment = {
            **inherited,
            "PORT": str(self.port),
            "WAGGLE_BASE_URL": self.origin,
            "WAGGLE_DATA_DIR": str(data),
            "WAGGLE_DEMO": "1",
            **environment,
        }

    def start(self) -> None:
        self.log.write_text("")
        self.process = begun(["manage.py", "up"], self.environment, self.log)
        if not eventually(self.is_ready, seconds=120):
            self.process.kill()
            pytest.fail(f"It did not get ready: {self.log.read_text()[-2000:]}")

    def is_ready(self) -> bool:
        return answers(self.port, "/readyz")

    def further(self, **environment: str) -> "WebProcess":
        """One more web process of the same installation, or of one set up otherwise."""
        return WebProcess({**self.environment, **environment}, self.log.with_name("log-further"))

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=HOME,
            env=self.environment,
            capture_output=True,
            text=True,
        )

    def make(self, scene: str, *arguments: str) -> Any:
        """Runs a function of tests.browser.scenes in a process of its own; its answer as JSON."""
        called = f"{scene}(*{list(arguments)!r})"
        code = f"import json; from tests.browser import scenes; print(json.dumps(scenes.{called}))"
        done = self.manage("shell", "--no-imports", "-c", code)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


class WebProcess:
    """Beside a portal: it can be killed and come back where it was."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        self.port = free_port()
        self.origin = f"http://localhost:{self.port}"
        self.environment = {**environment, "PORT": str(self.port)}
        self.log = log

    def start(self) -> None:
        self.process = begun(["-m", "waggle_site.serve"], self.environment, self.log)
        assert eventually(lambda: answers(self.port, "/healthz"), seconds=120)

    def end(self) -> None:
        self.process.kill()
        self.process.wait(20)


def begun(arguments: list[str], environment: dict[str, str], log: Path) -> subprocess.Popen[bytes]:
    with log.open("a") as said:
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=HOME,
            env=environment,
            stdout=said,
            stderr=subprocess.STDOUT,
        )


def answers(port: int, path: str) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


@contextmanager
def database_of_its_own() -> Iterator[dict[str, str]]:
    """On PostgreSQL one beside the given one, made and dropped here; SQLite's is in the folder."""
    url = os.environ.get("DATABASE_URL", "")
    parts = urlsplit(url)
    if not parts.scheme.startswith("postgres"):
        yield {}
        return
    name = f"{parts.path.lstrip('/')}_browser{os.environ.get('PYTEST_XDIST_WORKER', '')}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield {"DATABASE_URL": parts._replace(path=f"/{name}").geturl()}
        finally:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
