"""An agent's side of the tools: in a person's page, or with a key."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memory.actors import human
from memory.models import Project, User
from memory.roles import Role
from memory.services.keys import create_key
from tests.factories import join


@dataclass
class Answer:
    status: int
    body: dict[str, Any]
    headers: Any

    @property
    def error(self) -> dict[str, Any]:
        assert self.body["isError"] is True
        return self.body["error"]

    @property
    def code(self) -> str:
        return self.error["code"]

    def __getitem__(self, name: str) -> Any:
        assert self.status == 200, self.body
        return self.body[name]


class Agent:
    """Calls tools in one project. `raw` sends bytes as they are."""

    def __init__(self, client: Client, project: str, **headers: str) -> None:
        self.client, self.project, self.headers = client, project, headers

    def __call__(self, tool: str, headers: dict[str, str] | None = None, **given: Any) -> Answer:
        return self.raw(tool, json.dumps(given), headers=headers)

    def raw(
        self,
        tool: str,
        body: bytes | str,
        *,
        headers: dict[str, str] | None = None,
        content_type: str = "application/json",
        project: str = "",
    ) -> Answer:
        response = self.client.post(
            f"/p/{project or self.project}/tools/{tool}",
            data=body,
            content_type=content_type,
            headers=self.headers | (headers or {}),
        )
        assert response.headers["Content-Type"] == "application/json"
        return Answer(response.status_code, json.loads(response.content), response.headers)


@pytest.fixture
def page_of() -> Any:
    """The agent in the page of a signed-in person."""

    def open_page(user: User, project: Project, *, csrf: bool = False) -> Agent:
        client = Client(enforce_csrf_checks=csrf)
        client.force_login(user)
        return Agent(client, project.slug)

    return open_page


@pytest.fixture
def agent(alice: User, acme: Project, page_of: Any) -> Agent:
    """In the page of alice, who may do everything."""
    return page_of(alice, acme)


@pytest.fixture
def dora(acme: Project) -> User:
    """A viewer of acme."""
    return join(acme, User.objects.create_user("dora"), Role.VIEWER)


@pytest.fixture
def with_key() -> Any:
    """An agent with a key of its own, made for a person, with the scopes."""

    def make(person: User, project: Project, *scopes: str, **headers: str) -> Agent:
        _, token = create_key(
            project, name="Robot", scopes=scopes, made_for=person, actor=human(person)
        )
        return Agent(Client(), project.slug, Authorization=f"Bearer {token}", **headers)

    return make


@pytest.fixture
def count_queries() -> Any:
    """How many queries something takes, once it is warm."""

    def count(work: Callable[[], object]) -> int:
        work()
        with CaptureQueriesContext(connection) as queries:
            work()
        return len(queries)

    return count
