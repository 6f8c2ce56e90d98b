import pytest

from memory.roles import Role
from tests.factories import join, make_memory, make_proposal, make_user
from tests.pages.sent import page_of


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


@pytest.fixture
def proposal(acme, bob, storage):
    return make_proposal(
        acme, "Use SQLite and remove Neo4j.", target=storage, by=bob, reason="It needs no server."
    )


@pytest.fixture
def as_alice(browse, alice):
    return browse(alice)


@pytest.fixture
def read(browse, alice):
    """The page of a proposal, as alice sees it."""

    def get(proposal, query="", by=alice):
        answer = browse(by).get(page_of(proposal) + query)
        assert answer.status_code == 200
        return answer

    return get
