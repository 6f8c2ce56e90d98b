"""Many visitors at once, each in a demo of their own: python -m tests.browser.demos [COUNT]

Every visitor comes from an address and with a browser of their own. It says how long they wait,
what memory the processes take, that none sees another's, and that a restart keeps all of them.
"""

import json
import re
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode

from tests.browser.portal import Portal, database_of_its_own
from tests.site.processes import children

AT_ONCE, NEIGHBOURS = 16, 3
OVER = """
from django.utils import timezone
from memory.models import DemoLease, Memory, Project, User
from memory.services.drop import drop_expired_demos
DemoLease.objects.update(expires_at=timezone.now())
drop_expired_demos()
print(Project.objects.count(), User.objects.count(), Memory.objects.count())
"""


class Visitor:
    def __init__(self, number: int, portal: Portal) -> None:
        self.portal = portal
        self.address = f"127.0.{1 + number // 250}.{1 + number % 250}"
        self.cookies: dict[str, str] = {}
        self.demo = ""

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str, Any]:
        connection = HTTPConnection(
            "127.0.0.1", self.portal.port, timeout=120, source_address=(self.address, 0)
        )
        own = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        host = f"localhost:{self.portal.port}"
        connection.request(
            method, path, body, {"Host": host, "Cookie": own, "Origin": f"http://{host}", **headers}
        )
        answer = connection.getresponse()
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: one.value for name, one in SimpleCookie(line).items()}
        text = answer.read().decode()
        connection.close()
        return answer.status, text, answer.headers

    def starts(self) -> None:
        _, page, _ = self.ask("GET", "/")
        form = {"csrfmiddlewaretoken": token(page)}
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        status, _, headers = self.ask("POST", "/demo/start/", urlencode(form), **kind)
        assert status == 302, status
        self.demo = headers["Location"]

    def looks(self) -> str:
        status, page, _ = self.ask("GET", self.demo)
        assert status == 200, (status, self.demo)
        return page

    def recalls(self) -> None:
        sent = {"Content-Type": "application/json", "X-CSRFToken": self.cookies["csrftoken"]}
        asked = json.dumps({"query": "storage architecture"})
        status, answer, _ = self.ask("POST", f"{self.demo}tools/recall_memory", asked, **sent)
        assert status == 200, answer
        assert json.loads(answer)["memories"][0]["content"] == "Use Neo4j as the primary store."

    def ids(self) -> set[str]:
        return {
            node["id"] for node in json.loads(self.ask("GET", f"{self.demo}graph.json")[1])["nodes"]
        }

    def finds(self, other: "Visitor") -> bool:
        return self.ask("GET", other.demo)[0] != 404


def token(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert found, "The start page has no form."
    return found[1]


def timed(visitors: list[Visitor], act: Callable[[Visitor], object], words: str) -> None:
    def one(visitor: Visitor) -> float:
        begun = time.perf_counter()
        act(visitor)
        return time.perf_counter() - begun

    begun = time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        times = sorted(pool.map(one, visitors))
    took, p95 = time.perf_counter() - begun, quantiles(times, n=20)[-1]
    say(f"{words}: {took:.1f} s for all, each {median(times):.2f} s (p95 {p95:.2f})")


def memory_of(portal: Portal) -> str:
    def megabytes(pid: int) -> int:
        status = Path(f"/proc/{pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) // 1024

    return ", ".join(f"{megabytes(pid)} MB" for pid in children(portal.process.pid))


def say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as data, database_of_its_own() as environment:
        portal = Portal(Path(data), **environment)
        portal.start()
        try:
            run(portal, [Visitor(number, portal) for number in range(count)])
        finally:
            portal.stop()


def run(portal: Portal, visitors: list[Visitor]) -> None:
    say(f"{len(visitors)} visitors, {AT_ONCE} at a time; processes before: {memory_of(portal)}")
    timed(visitors, Visitor.starts, "a demo begun")
    timed(visitors, Visitor.looks, "its Workspace")
    timed(visitors, Visitor.recalls, "a recall by its agent")
    ids = [one.ids() for one in visitors]
    assert len(set().union(*ids)) == sum(map(len, ids)), "Two demos share a memory."
    near = range(1, min(NEIGHBOURS + 1, len(visitors)))
    for at, visitor in enumerate(visitors):
        assert not any(visitor.finds(visitors[at - step]) for step in near)
    say(f"none finds another's; processes after: {memory_of(portal)}")
    portal.stop()
    portal.start()
    timed(visitors, Visitor.looks, "its Workspace after a restart")
    begun = time.perf_counter()
    left = portal.manage("shell", "--no-imports", "-c", OVER).stdout.split()
    took = time.perf_counter() - begun
    say(f"all dropped in {took:.1f} s; left of projects, people, memories: {left}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
