"""People and their agents in one process, or with Redis each in a process of its own."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.person import Person
from tests.browser.portal import Portal, WebProcess


@pytest.fixture(scope="package")
def further(portal: Portal) -> Iterator[WebProcess]:
    """A second web process of the same installation."""
    process = portal.further()
    process.start()
    yield process
    process.end()
    assert "Traceback" not in process.log.read_text()


@pytest.fixture(scope="package")
def agents_origin(portal: Portal, request: pytest.FixtureRequest) -> str:
    """Where the pages of agents are served: not where people's are, if there are two processes."""
    if not os.environ.get("REDIS_URL"):
        return portal.origin
    return str(request.getfixturevalue("further").origin)


@pytest.fixture
def agent_of(agents_origin: str) -> Callable[[Person], Person]:
    """The page in which that person's agent works: of the same browser, beside theirs."""
    return lambda person: person.beside(agents_origin)


@pytest.fixture(scope="package")
def hive(portal: Portal, acme: dict[str, str]) -> str:
    """A project of alice's in which rita reviews and bob contributes."""
    return str(portal.make("hive"))


@pytest.fixture
def in_hive(arrive: Any, hive: str) -> Callable[..., Person]:
    def arrived(name: str, path: str = "/") -> Person:
        person: Person = arrive(name).at(hive)
        person.go(path)
        return person

    return arrived
