"""Several people at once, each in a thread with a connection of their own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier
from typing import Any

from django.db import connections

from memory.errors import Problem
from memory.models import Project, User
from memory.roles import Role
from tests.factories import join, make_project, make_user

PATIENCE = 60
CONTRIBUTOR, REVIEWER = Role.CONTRIBUTOR, Role.REVIEWER


@dataclass(frozen=True, slots=True)
class Team:
    """A project of its own: alice owns it, bob contributes, dora reviews."""

    project: Project
    alice: User
    bob: User
    dora: User


def make_team() -> Team:
    alice, bob, dora = make_user(), make_user(), make_user()
    project = make_project(owner=alice)
    return Team(project, alice, join(project, bob, CONTRIBUTOR), join(project, dora, REVIEWER))


def raced(rounds: int = 3) -> Callable[[Callable[[Team], None]], Callable[[None], None]]:
    """The race is run in several rounds, each in a team of its own."""

    def wrap(test: Callable[[Team], None]) -> Callable[[None], None]:
        def run(committed_db: None) -> None:
            for _ in range(rounds):
                test(make_team())

        return run

    return wrap


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one of them got: an answer, or a refusal in words. Anything else is raised."""

    answer: Any = None
    refusal: Problem | None = None


def at_once(*acts: Callable[[], Any]) -> list[Outcome]:
    """Let all of them go at the same moment; their outcomes in the order of the acts."""
    gate = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Outcome:
        try:
            gate.wait(PATIENCE)
            return Outcome(answer=act())
        except Problem as problem:
            return Outcome(refusal=problem)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        futures = [pool.submit(run, act) for act in acts]
        return [future.result(PATIENCE) for future in futures]


def refused(outcomes: Sequence[Outcome]) -> list[Problem]:
    return [one.refusal for one in outcomes if one.refusal]


def answered(outcomes: Sequence[Outcome]) -> list[Any]:
    return [one.answer for one in outcomes if one.refusal is None]
