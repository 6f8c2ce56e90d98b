import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from typing import Any

from django.core.management import BaseCommand, call_command
from django.db import connection

from waggle_site.bench import ground as ground_of
from waggle_site.bench.clients import (
    Request,
    Taken,
    drive,
    form_post,
    fragment,
    page_visit,
    part_of,
    reference_loop,
    tool_call,
)
from waggle_site.bench.ground import Ground, Words, make_ground, new_key
from waggle_site.bench.server import served

WARM_UP = 20
PAGES = 300  # of each page and fragment at the most, by one client
# By what a person does to get one; {} is a proposal that waits.
FRAGMENTS = {
    "rows of one kind": "memories/?kind=decision",
    "rows that were sought": "memories/?q=before+the",
    "a queue": "proposals/?queue=mine",
    "a glance at a proposal": "proposals/{}/?peek",
    "the step to approve": "proposals/{}/?do=approve&revision=1",
    "the step to edit": "proposals/{}/?do=edit&revision=1",
}
# What an open Workspace asks for, by the kind of event that it heard.
HEARD = {
    "a proposal is heard": "proposal",
    "a memory is heard": "memory",
    "a call is heard": "tool",
}


class Command(BaseCommand):
    help = "Measures tools, pages and fragments over HTTP on seeded memories."

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
            f"{'what':<24}{'clients':>8}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'a second':>10}\n"
        )
        before = reference_loop()
        for name, clients, measure in bench.cases():
            taken = measure(clients)
            figures = "".join(f"{taken.percentile(share):>9.1f}" for share in (0.5, 0.95, 0.99))
            self.stdout.write(f"{name:<24}{clients:>8}{figures}{taken.rate:>10.0f}\n")
            self.stdout.flush()
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
            if clients == 1:
                yield "Workspace", clients, partial(self.page, "")
                for name, kind in HEARD.items():
                    yield name, clients, partial(self.regions, kind)
                for name, path in FRAGMENTS.items():
                    yield name, clients, partial(self.piece, path)
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

    def page(self, path: str, clients: int) -> Taken:
        visit = page_visit(f"/p/{self.slug}/{path}", self.ground.session)
        return self._drive([visit] * self._few(clients), clients)

    def regions(self, kind: str, clients: int) -> Taken:
        visit = page_visit(f"/p/{self.slug}/", self.ground.session)
        return self._drive([part_of(self.port, visit, kind)] * self._few(clients), clients)

    def piece(self, path: str, clients: int) -> Taken:
        open_ones = islice(cycle(self.open), self._few(clients))
        paths = [f"/p/{self.slug}/{path.format(one)}" for one in open_ones]
        return self._drive([fragment(one, self.ground.session) for one in paths], clients)

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

    def _few(self, clients: int) -> int:
        return min(self.requests, PAGES) + WARM_UP * clients

    def _drive(self, requests: list[Request], clients: int) -> Taken:
        return drive(self.port, requests, clients=clients, warm_up=WARM_UP)
