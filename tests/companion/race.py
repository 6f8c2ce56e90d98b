"""Several at once, in a project that is really committed."""

from memory.models import Project, User
from tests.factories import make_project, make_user
from tests.proposals.race import at_once

__all__ = ["at_once", "committed_team"]


def committed_team() -> tuple[Project, User]:
    owner = make_user()
    return make_project(owner=owner), owner
