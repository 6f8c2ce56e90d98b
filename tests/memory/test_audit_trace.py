"""Nothing without a trace: each change and its events are there together or not at all."""

import importlib
import inspect
import itertools
import pkgutil
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction

import companion.services
import memory.services
import proposals.services
import waggle_site.guide
from memory.audit import verify
from memory.models import AuditEvent, Project, ProjectHead, User
from tests.memory.changes import CHANGES, Act, Scene
from tests.memory.tampering import break_the_record


@pytest.fixture
def scene(acme: Project, alice: User, bob: User, charlie: User) -> Scene:
    return Scene(acme, alice, bob, charlie)


@pytest.fixture(params=CHANGES)
def change(request: pytest.FixtureRequest, scene: Scene) -> tuple[Act, list[str]]:
    prepare, events = CHANGES[request.param]
    return prepare(scene), events


def events_after(last: int) -> list[AuditEvent]:
    return list(AuditEvent.objects.filter(pk__gt=last).order_by("pk"))


def last_event() -> int:
    return AuditEvent.objects.latest("pk").pk


def test_every_change_leaves_its_events(change: tuple[Act, list[str]]) -> None:
    act, expected = change
    before = last_event()

    act()

    events = events_after(before)
    assert [event.type for event in events] == expected
    assert all(event.actor["name"] for event in events)
    assert verify(events[0].project).broken_at is None


def test_a_change_that_is_rolled_back_leaves_none(change: tuple[Act, list[str]]) -> None:
    act, _ = change
    before, heads = last_event(), list(ProjectHead.objects.order_by("pk").values())

    with transaction.atomic():
        act()
        transaction.set_rollback(True)

    assert events_after(before) == []
    assert list(ProjectHead.objects.order_by("pk").values()) == heads


def test_a_change_whose_events_can_not_be_written_is_not_made(
    change: tuple[Act, list[str]],
) -> None:
    act, _ = change
    before = everything()
    break_the_record()

    with pytest.raises(IntegrityError, match="no space"), transaction.atomic():
        act()

    assert everything() == before


def everything() -> dict[str, list[dict[str, Any]]]:
    """All rows of what services change."""
    return {
        model.__name__: sorted(map(repr, model._default_manager.values()))
        for app in ("memory", "companion", "proposals")
        for model in apps.get_app_config(app).get_models()
        if model._meta.managed
    }


def modules_of(package: ModuleType) -> Iterator[ModuleType]:
    for info in pkgutil.iter_modules(package.__path__):
        yield importlib.import_module(f"{package.__name__}.{info.name}")


NO_PART_OF_THE_RECORD = {"proposals.services.saved_views"}
"""Filters that somebody keeps: docs/decisions/0010-saved-views.md."""


def writers() -> Iterator[Callable[..., Any]]:
    """The services that hold a project."""
    packages = (memory.services, companion.services, proposals.services, waggle_site.guide)
    for module in itertools.chain.from_iterable(map(modules_of, packages)):
        if module.__name__ in NO_PART_OF_THE_RECORD:
            continue
        for name, function in inspect.getmembers(module, inspect.isfunction):
            own = function.__module__ == module.__name__ and not name.startswith("_")
            if own and "with locked(" in inspect.getsource(function):
                yield function


@pytest.mark.parametrize("writer", list(writers()), ids=lambda writer: writer.__name__)
def test_no_service_that_holds_a_project_is_missing_here(writer: Callable[..., Any]) -> None:
    prepared = " ".join(inspect.getsource(prepare) for prepare, _ in CHANGES.values())

    assert f".{writer.__name__}(" in prepared
