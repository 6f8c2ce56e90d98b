"""Three people: alice owns and reviews, bob works with an agent, charlie must see nothing."""

import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.db import connection
from django.test import Client, TransactionTestCase
from hypothesis import HealthCheck
from hypothesis import settings as bounds

from memory.models import Project, User
from memory.roles import Role
from tests.emptying import empty_what_was_written
from tests.factories import join, make_project, make_user

# How fast the machine is proves nothing about the product.
bounds.register_profile("waggle", deadline=None, suppress_health_check=[HealthCheck.too_slow])
bounds.load_profile("waggle")

GUARDS = [import_module(f"{app}.migrations.0002_guards") for app in ("memory", "companion")]
INDEX_KEY = "memory_indexed_memory_id_fkey"


def pytest_configure() -> None:
    """Side by side, each test process has a Redis database of its own, below the one given."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker and site.REDIS_URL:
        server, _, number = site.REDIS_URL.rpartition("/")
        url = f"{server}/{int(number) - 1 - int(worker.removeprefix('gw'))}"
        os.environ["REDIS_URL"] = site.REDIS_URL = url
        site.CACHES["default"]["LOCATION"] = url
        site.CHANNEL_LAYERS["default"]["CONFIG"]["hosts"][0]["address"] = url


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Threads and servers open the test database too: on SQLite it is a file."""
    if connection.vendor == "sqlite":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(file)


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """On SQLite a copy is kept as the migrations leave it, for the portals that tests start."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(migrated(tmp_path_factory))])


def migrated(factory: pytest.TempPathFactory) -> Path:
    return factory.getbasetemp() / "migrated.sqlite3"


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """Slow hashing protects people; here it would only slow each person's making."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def plain_static_names(settings: Any) -> None:
    """Nothing is collected for a test, so the names of static files carry no digest."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


@pytest.fixture
def alice(db: None) -> User:
    return make_user("alice")


@pytest.fixture
def bob(db: None) -> User:
    return make_user("bob")


@pytest.fixture
def charlie(db: None) -> User:
    return make_user("charlie")


@pytest.fixture
def acme(alice: User, bob: User) -> Project:
    project = make_project("acme", owner=alice, name="Acme")
    join(project, bob, Role.CONTRIBUTOR)
    return project


@pytest.fixture
def elsewhere(charlie: User) -> Project:
    """Another project, of somebody else."""
    return make_project("elsewhere", owner=charlie)


@pytest.fixture
def browse() -> Any:
    """A browser of a person, or of nobody."""

    def open_browser(user: User | None = None, **options: Any) -> Client:
        client = Client(**options)
        if user is not None:
            client.force_login(user)
        return client

    return open_browser


@pytest.fixture
def guarded_again(
    django_db_setup: None, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Ends after the flush: what follows in this process stands on a guarded database."""
    monkeypatch.setattr(TransactionTestCase, "_fixture_teardown", empty_what_was_written)
    yield
    with django_db_blocker.unblock(), connection.schema_editor() as editor:
        for kept in GUARDS:
            kept.remove(None, editor)
            kept.install(None, editor)


@pytest.fixture
def committed_db(guarded_again: None, transactional_db: None) -> Iterator[None]:
    """Real commits, for threads and browsers. The guards step aside for the final flush."""
    _tie_the_index()
    yield
    with connection.schema_editor() as editor:
        for kept in GUARDS:
            kept.remove(None, editor)
    _empty_the_index()


def _empty_the_index() -> None:
    """A flush knows nothing of the index's own tables."""
    tables = ("memory_now", "memory_ever") if connection.vendor == "sqlite" else ("memory_indexed",)
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"DELETE FROM {table}")
        if connection.vendor == "postgresql":
            cursor.execute(f"ALTER TABLE memory_indexed DROP CONSTRAINT IF EXISTS {INDEX_KEY}")


def _tie_the_index() -> None:
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            f"ALTER TABLE memory_indexed DROP CONSTRAINT IF EXISTS {INDEX_KEY},"
            f" ADD CONSTRAINT {INDEX_KEY} FOREIGN KEY (memory_id) REFERENCES memory_memory (id)"
            " ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED"
        )
