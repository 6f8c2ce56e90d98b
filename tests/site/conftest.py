from collections.abc import Iterator
from typing import Any

import pytest

from memory.models import Project, User
from tests.site.sockets import Socket, Sockets, live_sockets


@pytest.fixture
def sockets(committed_db: None) -> Iterator[Sockets]:
    with live_sockets() as opened:
        yield opened


@pytest.fixture
def listen(sockets: Sockets, browse: Any, bob: User, acme: Project) -> Any:
    def open_socket(after: object = None) -> Socket:
        return sockets.open(browse(bob), after=after)

    return open_socket
