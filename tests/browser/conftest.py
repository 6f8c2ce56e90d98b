"""Chromium beside a portal that runs as it does for people."""

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.chromium import PATIENCE, WITH_TOOLS, launch
from tests.browser.person import Person
from tests.browser.portal import Portal, database_of_its_own
from tests.conftest import migrated

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def portal(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Portal]:
    with database_of_its_own() as environment:
        data = tmp_path_factory.mktemp("portal")
        if migrated(tmp_path_factory).exists():
            shutil.copy(migrated(tmp_path_factory), data / "waggle.sqlite3")
        portal = Portal(data, **environment)
        portal.start()
        yield portal
        portal.stop()
        assert "Traceback" not in portal.log.read_text()


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Ended with this package: while it runs, other tests of this thread could ask no database."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright, WITH_TOOLS)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def chromium_without_tools(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture
def browse(chromium: Browser, portal: Portal) -> Iterator[Callable[..., Person]]:
    """A person's browser, watched until the test ends."""
    people: list[Person] = []

    def open_browser(browser: Browser = chromium, **options: Any) -> Person:
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        people.append(Person(context, portal.origin))
        return people[-1]

    yield open_browser
    for person in people:
        person.context.close()
    assert [fault for person in people for fault in person.watch.faults()] == []


@pytest.fixture
def visitor(browse: Callable[..., Person]) -> Person:
    """Somebody in a demo of their own."""
    return browse().start_demo()


@pytest.fixture(scope="package")
def acme(portal: Portal) -> dict[str, str]:
    """Two projects of alice's and one of charlie's; see scenes.py."""
    made: dict[str, str] = portal.make("acme")
    return made


@pytest.fixture(scope="package")
def garden(portal: Portal, acme: dict[str, str]) -> str:
    """Projects of alice's: bare, single, told, and the one named, which has everything in it."""
    made: dict[str, str] = portal.make("garden")
    return made["slug"]


@pytest.fixture(scope="package")
def signed_in(chromium: Browser, portal: Portal, acme: dict[str, str]) -> Callable[[str], Any]:
    """The cookies of one of them, who came in through the form, once."""

    @cache
    def cookies_of(name: str) -> Any:
        context = chromium.new_context()
        context.set_default_timeout(PATIENCE)
        cookies = Person(context, portal.origin).sign_in(name, "acme").context.storage_state()
        context.close()
        return cookies

    return cookies_of


@pytest.fixture
def arrive(browse: Callable[..., Person], signed_in: Callable[[str], Any]) -> Any:
    """One of them, on the Workspace of acme."""

    def arrive(name: str, **options: Any) -> Person:
        person = browse(storage_state=signed_in(name), **options).at("acme")
        person.go()
        return person

    return arrive


@pytest.fixture
def alice(arrive: Callable[..., Person]) -> Person:
    return arrive("alice")


@pytest.fixture
def rita(arrive: Callable[..., Person]) -> Person:
    return arrive("rita")


@pytest.fixture
def bob(arrive: Callable[..., Person]) -> Person:
    return arrive("bob")
