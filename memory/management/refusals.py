from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError

from memory.errors import InvalidInput, Problem
from memory.models import Project, User


@contextmanager
def refusals_in_words() -> Iterator[None]:
    """A rule that says no ends the command with its words, not with a traceback."""
    try:
        yield
    except InvalidInput as problem:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in problem.fields.items())
        raise CommandError(reasons) from problem
    except Problem as problem:
        raise CommandError(problem.message) from problem


def the_project(slug: str) -> Project:
    project = Project.objects.filter(slug=slug.lower()).first()
    if project is None:
        raise CommandError(f"There is no project {slug}.")
    return project


def the_user(username: str) -> User:
    user = User.objects.filter(username=username).first()
    if user is None:
        made_by = f"manage.py create_user {username}"
        raise CommandError(f"There is no user {username}. Make one: {made_by}")
    return user
