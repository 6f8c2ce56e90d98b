import ast
import os
import re
import shutil
import subprocess
import sys

import pytest
from django.conf import settings

from waggle_site import bootstrap

SOURCE = settings.BASE_DIR / "waggle_site" / "bootstrap.py"
LOCKED = (settings.BASE_DIR / "requirements.txt").read_text()


def a_browser(folder, name, version, code=0):
    path = folder / name
    path.write_text(f"#!/bin/sh\necho Chromium {version}.0.1.2\nexit {code}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("WAGGLE_BROWSER", raising=False)
    return tmp_path


def test_an_old_python_can_read_it():
    assert ast.parse(SOURCE.read_text(), feature_version=(3, 8))


def test_it_needs_nothing_but_python():
    imports = [
        node for node in ast.walk(ast.parse(SOURCE.read_text())) if "Import" in type(node).__name__
    ]
    modules = {getattr(node, "module", None) or node.names[0].name for node in imports}

    assert modules <= sys.stdlib_module_names


@pytest.mark.parametrize(
    "package",
    ["django", "django-htmx", "channels", "daphne", "pydantic", "pytest-django", "playwright"],
)
def test_the_named_packages_are_pinned(package):
    assert re.search(rf"^{package}==", LOCKED, re.MULTILINE)


def test_every_package_has_its_hashes_and_no_address():
    packages = re.split(r"\n(?=\w)", LOCKED.strip())

    assert all("==" in package and "--hash=sha256:" in package for package in packages)
    assert "://" not in LOCKED


def test_a_browser_that_is_installed_is_used(path):
    installed = a_browser(path, "google-chrome", 156)

    assert bootstrap.find_browser() == installed


def test_a_browser_that_is_too_old_or_does_not_start_is_passed_over(path):
    a_browser(path, "chromium", 148)
    a_browser(path, "chromium-browser", 156, code=1)
    new = a_browser(path, "google-chrome-stable", 149)

    assert bootstrap.find_browser() == new


def test_the_browser_that_was_asked_for_wins(path, monkeypatch):
    a_browser(path, "chromium", 156)
    mine = a_browser(path, "mine", 150)
    monkeypatch.setenv("WAGGLE_BROWSER", mine)

    assert bootstrap.find_browser() == mine


def test_a_browser_that_was_asked_for_and_cannot_be_used_is_refused(path, monkeypatch):
    monkeypatch.setenv("WAGGLE_BROWSER", str(path / "nothing"))

    with pytest.raises(bootstrap.Stuck, match="WAGGLE_BROWSER="):
        bootstrap.find_browser()


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A project that needs no package, and whose portal only says how it was called."""
    folder = tmp_path_factory.mktemp("clone")
    (folder / "waggle_site").mkdir()
    shutil.copy(SOURCE, folder / "waggle_site")
    (folder / "requirements.txt").write_text("")
    (folder / "manage.py").write_text(
        "import os, sys; print(sys.argv[1:], os.environ['WAGGLE_DEMO'])"
    )
    return folder


@pytest.fixture(scope="module")
def first_run(clone):
    """Nothing was there before it."""
    return make(clone, "run")


def make(clone, command, **environment):
    return subprocess.run(
        [sys.executable, "waggle_site/bootstrap.py", command],
        cwd=clone,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


def test_it_sets_up_once_and_then_runs(first_run, clone):
    second = make(clone, "run", WAGGLE_DEMO="0")

    assert "Installing" in first_run.stderr
    assert second.stderr == ""
    assert (first_run.stdout, second.stdout) == ("['up'] 1\n", "['up'] 0\n")


def test_it_installs_again_when_other_packages_are_wanted(first_run, clone):
    (clone / "requirements.txt").write_text("# one more\n")

    assert "Installing" in make(clone, "setup").stderr


def test_a_word_it_does_not_know_is_answered_with_those_it_does(clone):
    answer = make(clone, "fly")

    assert answer.returncode == 2
    assert "run|test|setup|lint|bench|screenshots" in answer.stderr
