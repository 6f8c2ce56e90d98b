"""Clients over kept connections, each in its thread, timing every answer to its last byte."""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from waggle_site.workspace.regions import HEADER

CSRF = "a" * 32
LIVE = re.compile(r'id="([^"]+)" data-live(?:="([^"]*)")?')


@dataclass(slots=True)
class Taken:
    """Milliseconds of each answer, and how long the whole took in seconds."""

    milliseconds: list[float] = field(default_factory=list)
    seconds: float = 0.0
    answers: list[dict[str, Any]] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        ordered = sorted(self.milliseconds)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]

    @property
    def rate(self) -> float:
        return len(self.milliseconds) / self.seconds


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str
    body: str
    headers: dict[str, str]
    expected: int


def tool_call(slug: str, tool: str, token: str, arguments: dict[str, Any]) -> Request:
    return Request(
        "POST",
        f"/p/{slug}/tools/{tool}",
        json.dumps(arguments),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        200,
    )


def form_post(path: str, session: str, fields: dict[str, str]) -> Request:
    headers = {
        "Cookie": f"sessionid={session}; csrftoken={CSRF}",
        "X-CSRFToken": CSRF,
        "Content-Type": "application/x-www-form-urlencoded",
    }
    return Request("POST", path, urlencode(fields), headers, 303)


def page_visit(path: str, session: str) -> Request:
    return Request("GET", path, "", {"Cookie": f"sessionid={session}"}, 200)


def fragment(path: str, session: str) -> Request:
    """A piece of a page, as a page that is open asks for it."""
    visit = page_visit(path, session)
    return replace(visit, headers={**visit.headers, "HX-Request": "true"})


def part_of(port: int, page: Request, kind: str) -> Request:
    """The regions that such an event may change, as the page itself names them."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(page.method, page.path, headers=page.headers)
    regions = LIVE.findall(connection.getresponse().read().decode())
    names = [name for name, kinds in regions if not kinds or kind in kinds.split()]
    return replace(page, headers={**page.headers, HEADER: " ".join(names)})


def drive(port: int, requests: Sequence[Request], *, clients: int, warm_up: int) -> Taken:
    """All requests, dealt out over the clients. The first `warm_up` of each are not counted."""
    taken = Taken()
    lock, errors = threading.Lock(), list[str]()
    barrier = threading.Barrier(clients + 1)

    def work(mine: Sequence[Request]) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        answers = _answers(connection, mine, errors)
        warm = [next(answers) for _ in range(min(warm_up, len(mine) - 1))]
        barrier.wait()
        counted = list(answers)
        with lock:
            taken.milliseconds += [milliseconds for milliseconds, _ in counted]
            taken.answers += [answer for _, answer in warm + counted]

    threads = [
        threading.Thread(target=work, args=(requests[at::clients],)) for at in range(clients)
    ]
    for thread in threads:
        thread.start()
    barrier.wait()
    started = time.perf_counter()
    for thread in threads:
        thread.join()
    taken.seconds = time.perf_counter() - started
    if errors:
        raise RuntimeError(f"{len(errors)} answers were not as expected, first: {errors[0]}")
    return taken


def _answers(
    connection: http.client.HTTPConnection, requests: Sequence[Request], errors: list[str]
) -> Iterator[tuple[float, dict[str, Any]]]:
    for request in requests:
        started = time.perf_counter()
        connection.request(request.method, request.path, request.body or None, request.headers)
        response = connection.getresponse()
        body = response.read()
        milliseconds = (time.perf_counter() - started) * 1_000
        if response.status != request.expected:
            errors.append(f"{request.path}: {response.status} {body[:300]!r}")
        yield milliseconds, _object(response, body)


def _object(response: http.client.HTTPResponse, body: bytes) -> dict[str, Any]:
    if response.headers.get_content_type() != "application/json":
        return {}
    answer: dict[str, Any] = json.loads(body)
    return answer


def reference_loop() -> float:
    """Milliseconds of a fixed piece of work: what to read the other figures beside."""
    started = time.perf_counter()
    total = 0
    for number in range(2_000_000):
        total = (total * 31 + number) % 1_000_003
    return (time.perf_counter() - started) * 1_000
