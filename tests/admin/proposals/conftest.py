import pytest

from memory.roles import Role
from tests.factories import join, make_memory, make_project, make_proposal, make_user


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
    return make_memory(acme, "Use Neo4j as the primary store.", kind="decision", title="Storage")


@pytest.fixture
def proposal(acme, bob, storage):
    return make_proposal(
        acme, "Use SQLite and remove Neo4j.", target=storage, by=bob, reason="It needs no server."
    )


@pytest.fixture
def sibling(charlie):
    """A proposal of another project, with the same words."""
    other = make_project("sibling", owner=charlie)
    return make_proposal(
        other, "Use SQLite and remove Neo4j.", by=charlie, reason="It needs no server."
    )
