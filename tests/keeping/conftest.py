from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from memory.authority import Instant
from memory.models import Project, User
from memory.services.recall import recall
from proposals.services.erase_memory import erase_memory
from proposals.states import Status
from tests.factories import make_memory, make_proposal, retire

Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def move_house(committed_db: None, tmp_path: Path) -> Iterator[Callable[[], None]]:
    """From the call on, everything happens in an empty database of its own."""
    known, moved = connection.settings_dict, []
    name = known["NAME"]
    other = f"{name}_other" if connection.vendor == "postgresql" else tmp_path / "other.sqlite3"

    def move() -> None:
        if connection.vendor == "postgresql":
            administer(f'DROP DATABASE IF EXISTS "{other}"', f'CREATE DATABASE "{other}"')
        _turn_to(other)
        moved.append(other)

    yield move
    _turn_to(name)
    if moved and connection.vendor == "postgresql":
        administer(f'DROP DATABASE "{other}" WITH (FORCE)')


def administer(*statements: str) -> None:
    with connection._nodb_cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _turn_to(name: str | Path) -> None:
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()
    connection.settings_dict["NAME"] = name


@pytest.fixture
def lived_in(move_house: object, alice: User, acme: Project, elsewhere: Project) -> Project:
    live_in(acme, elsewhere, alice)
    return acme


def live_in(project: Project, elsewhere: Project, owner: User) -> None:
    """A bit of everything, with words that are not all ASCII."""
    old = make_memory(project, "Granite was the roof.", title="Roof", tags=["stone"])
    new = make_memory(project, "Slate is the roof, not granite.", supersedes=old)
    tomorrow = timezone.now() + timedelta(days=1)
    make_memory(project, "Thatch will be the roof.", supersedes=new, valid_from=tomorrow)
    make_memory(
        project,
        "Günther rüstet um: 屋根 🪨\r\nzweite Zeile ",
        kind="decision",
        links=[{"type": "relates_to", "memory_id": str(new.public_id)}],
    )
    retire(make_memory(project, "Granite was once quarried here."))
    erase_memory(make_memory(project, "Granite hides a secret."), by=owner, reason="Asked for.")
    make_memory(elsewhere, "Granite of another project.")
    for status in (Status.PENDING, Status.REJECTED):
        make_proposal(project, f"Granite is {status}.", status=status, by=owner)


def everything() -> Rows:
    """Every row of every table of ours, comparable from one database to the next."""
    return {
        model._meta.label: sorted(map(_comparable, model._base_manager.values_list()), key=repr)
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and model._meta.label != "memory.WorkerBeat"
    }


def _comparable(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)


def found(project: Project, words: str) -> list[str]:
    return [memory.content for memory in recall(project, words, instant=Instant.now()).memories]
