from datetime import timedelta

import pytest
from django.utils import timezone

from memory.models import Memory, Project, User
from memory.roles import Role
from proposals.models import Proposal
from proposals.services.review import reject
from tests.factories import join, make_memory, make_proposal, make_user
from tests.proposals.asking import NO


@pytest.fixture
def dora(acme: Project) -> User:
    """A second reviewer, who owns nothing."""
    return join(acme, make_user("dora"), Role.REVIEWER)


@pytest.fixture
def vera(acme: Project) -> User:
    """She may look."""
    return join(acme, make_user("vera"), Role.VIEWER)


@pytest.fixture
def storage(acme: Project) -> Memory:
    return make_memory(
        acme,
        "Use Neo4j as the primary store.",
        kind="decision",
        title="Storage",
        tags=["storage", "graph"],
    )


@pytest.fixture
def rejected(acme: Project, dora: User, storage: Memory) -> Proposal:
    proposal = make_proposal(acme, NO, target=storage)
    return reject(proposal, by=dora, revision=1, reason="We have no operator for it.")


class Clock:
    def __init__(self) -> None:
        self.ahead = timedelta()

    def forward(self, **by: float) -> None:
        self.ahead += timedelta(**by)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The machine's clock, which tests may put forward."""
    clock, real = Clock(), timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + clock.ahead)
    return clock
