import pytest

from memory.roles import Role
from tests.factories import join, make_memory, make_user


@pytest.fixture
def dora(acme):
    """A second reviewer, who owns nothing."""
    return join(acme, make_user("dora"), Role.REVIEWER)


@pytest.fixture
def vera(acme):
    """She may look."""
    return join(acme, make_user("vera"), Role.VIEWER)


@pytest.fixture
def storage(acme):
    return make_memory(
        acme, "Use Neo4j as the primary store.", kind="decision", title="Storage", tags=["storage"]
    )
