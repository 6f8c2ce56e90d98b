"""acme is alice's, dora reviews there; elsewhere is charlie's, with the same kinds of rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.urls import reverse

from memory.actors import human
from memory.models import AuditEvent, Edge, Membership, Policy, Project, ToolCall
from memory.models.tool_call import Origin
from memory.roles import Role, Scope
from memory.services.calls import record_call
from memory.services.keys import create_key
from tests.factories import join, make_memory, make_user, owner_of


@dataclass(frozen=True)
class Row:
    """A row of one project in the admin, and words that only it has."""

    model: str
    ref: str
    told: str

    def at(self, page: str) -> str:
        args = [] if page in ("changelist", "add") else [self.ref]
        return reverse(f"admin:memory_{self.model}_{page}", args=args)


def fill(project: Project, word: str) -> dict[str, Row]:
    """One row of each model, each with the word in what the admin shows of it."""
    owner = owner_of(project)
    person = join(project, make_user(f"member-{word}"), Role.VIEWER)
    one = make_memory(project, f"The {word} stands.", title=f"About {word}")
    links = [{"type": "depends_on", "memory_id": str(one.public_id)}]
    two = make_memory(project, f"Near the {word}.", title=f"Near {word}", links=links)
    make_memory(project, f"The {word} fell.", supersedes=two)
    key, _ = create_key(
        project, name=f"key-{word}", scopes=[Scope.READ], made_for=owner, actor=human(owner)
    )
    record_call(
        project, f"tool_{word}", actor=human(owner), origin=Origin.PAGE, outcome="ok", ids=[]
    )
    edge = Edge.objects.filter(project=project, type="depends_on")[0]
    event = AuditEvent.objects.filter(project=project, type="key.created")[0]
    call = ToolCall.objects.filter(project=project)[0]
    membership = Membership.objects.get(project=project, user=person)
    policy = Policy.objects.get(project=project)
    return {
        row.model: row
        for row in (
            Row("memory", str(one.public_id), f"About {word}"),
            Row("edge", str(edge.pk), f"Near {word}"),
            Row("auditevent", str(event.pk), project.slug),
            Row("toolcall", str(call.pk), f"tool_{word}"),
            Row("user", str(person.pk), f"member-{word}"),
            Row("membership", str(membership.pk), f"member-{word}"),
            Row("policy", str(policy.pk), project.slug),
            Row("agentkey", str(key.pk), f"key-{word}"),
        )
    }


MODELS = (
    "memory",
    "edge",
    "auditevent",
    "toolcall",
    "user",
    "membership",
    "policy",
    "agentkey",
)


@pytest.fixture
def dora(acme: Project) -> Any:
    return join(acme, make_user("dora"), Role.REVIEWER)


@pytest.fixture
def vera(acme: Project) -> Any:
    return join(acme, make_user("vera"), Role.VIEWER)


@pytest.fixture
def own(acme: Project) -> dict[str, Row]:
    return fill(acme, "lighthouse")


@pytest.fixture
def foreign(elsewhere: Project) -> dict[str, Row]:
    return fill(elsewhere, "windmill")
