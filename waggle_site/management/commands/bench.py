import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from django.core.management import BaseCommand, call_command
from django.db import connection

from waggle_site.bench import ground as ground_of
from waggle_site.bench.clients import (
    Request,
    Taken,
    drive,
    form_post,
    page_visit,
    reference_loop,
    tool_call,
)
from waggle_site.bench.ground import Ground, Words, make_ground, new_key

WARM_UP = 20


class Command(BaseCommand):
    help = "Measures recall, brief, propose, approve and apply over HTTP on seeded memories."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--memories", type=int, default=10_000)
        parser.add_argument("--requests", type=int, default=1_000)
        parser.add_argument("--here", action="store_true", help="in this data folder and database")

    def handle(self, *args: object, **options: Any) -> None:
        if not options["here"] and "DATABASE_URL" not in os.environ:
            with tempfile.TemporaryDirectory(prefix="waggle-bench-") as folder:
                self._again_in(folder, options)
            return
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        slug = f"bench-{secrets.token_hex(4)}"
        started = time.perf_counter()
        ground = make_ground(slug, options["memories"])
        seconds = time.perf_counter() - started
        self.stdout.write(
            f"{options['memories']} memories on {connection.vendor}, recorded in {seconds:.1f} s"
            f" ({options['memories'] / seconds:.0f} a second); seed {ground_of.SEED};"
            f" {options['requests']} requests each after warm-up\n\n"
        )
        with served() as port:
            self._measure(Bench(ground, port, options["requests"]))

    def _again_in(self, folder: str, options: dict[str, Any]) -> None:
        command = [sys.executable, "manage.py", "bench", "--here"]
        command += [f"--{name}={options[name]}" for name in ("memories", "requests")]
        env = {**os.environ, "WAGGLE_DATA_DIR": folder, "DEBUG": "0"}
        subprocess.run(command, env=env, check=True)  # noqa: S603 - this very command

    def _measure(self, bench: "Bench") -> None:
        self.stdout.write(
            f"{'what':<22}{'clients':>8}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'a second':>10}\n"
        )
        before = reference_loop()
        for name, clients, measure in bench.cases():
            taken = measure(clients)
            figures = "".join(f"{taken.percentile(share):>9.1f}" for share in (0.5, 0.95, 0.99))
            self.stdout.write(f"{name:<22}{clients:>8}{figures}{taken.rate:>10.0f}\n")
        self.stdout.write(
            f"\nreference loop: {before:.0f} ms before, {reference_loop():.0f} after\n"
        )


class Bench:
    def __init__(self, ground: Ground, port: int, requests: int) -> None:
        self.ground, self.port, self.requests = ground, port, requests
        self.slug = ground.project.slug
        self.words = Words(ground_of.SEED + 1)
        self.words.count = 1_000_000
        self.open: list[str] = []

    def cases(self) -> Iterator[tuple[str, int, Callable[[int], Taken]]]:
        for clients in (1, 8):
            yield "recall_memory", clients, self.recall
            yield "get_project_brief", clients, self.brief
            yield "memory list, searched", clients, self.search
            yield "propose", clients, self.propose
            yield "approve (page form)", clients, self.approve
            yield "apply", clients, self.apply

    def recall(self, clients: int) -> Taken:
        token = self._key()
        queries = islice(self.words.queries(), self._size(clients))
        return self._drive(
            [tool_call(self.slug, "recall_memory", token, {"query": one}) for one in queries],
            clients,
        )

    def brief(self, clients: int) -> Taken:
        call = tool_call(self.slug, "get_project_brief", self._key(), {})
        return self._drive([call] * self._size(clients), clients)

    def search(self, clients: int) -> Taken:
        queries = islice(self.words.queries(), self._size(clients))
        pages = [f"/p/{self.slug}/memories/?q={one.replace(' ', '+')}" for one in queries]
        return self._drive([page_visit(page, self.ground.session) for page in pages], clients)

    def propose(self, clients: int) -> Taken:
        token = self._key()
        taken = self._drive(
            [
                tool_call(self.slug, "propose_memory_change", token, self._create())
                for _ in range(self._size(clients))
            ],
            clients,
        )
        self.open = [answer["proposal_id"] for answer in taken.answers]
        return taken

    def approve(self, clients: int) -> Taken:
        return self._drive(
            [
                form_post(
                    f"/p/{self.slug}/proposals/{proposal}/approve/",
                    self.ground.session,
                    {"revision": "1"},
                )
                for proposal in self.open
            ],
            clients,
        )

    def apply(self, clients: int) -> Taken:
        token = self._key()
        tool = "apply_approved_memory_change"
        return self._drive(
            [tool_call(self.slug, tool, token, {"proposal_id": one}) for one in self.open], clients
        )

    def _create(self) -> dict[str, Any]:
        return {
            "operation": "create",
            "kind": "fact",
            "proposed_content": self.words.sentence(),
            "reason": "Measured.",
        }

    def _key(self) -> str:
        return new_key(self.ground, "bench")

    def _size(self, clients: int) -> int:
        return self.requests + WARM_UP * clients

    def _drive(self, requests: list[Request], clients: int) -> Taken:
        return drive(self.port, requests, clients=clients, warm_up=WARM_UP)


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
