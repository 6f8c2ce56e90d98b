"""From a fresh clone to a running portal, with nothing but Python.

The standard library only, and syntax that an old Python can read: it has to say that it is too old.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Iterator, NoReturn  # noqa: UP035 -- see above

HOME = Path(__file__).resolve().parent.parent
VENV = HOME / ".venv"
PYTHON = VENV / "bin" / "python"
OLDEST_PYTHON = (3, 11)
THIS_PYTHON = f"{sys.version_info[0]}.{sys.version_info[1]}"
OLDEST_BROWSER = 149  # the first Chromium that knows document.modelContext
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_BROWSERS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
PLAYWRIGHTS_BROWSER = (
    "from playwright.sync_api import sync_playwright as p\n"
    "with p() as it: print(it.chromium.executable_path)"
)
# A test process for each core; a file's tests stay together and share what is slow to make.
SIDE_BY_SIDE = ("-n", "auto", "--maxprocesses", "8", "--dist", "loadfile", "--no-loadscope-reorder")
LINT = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports",),
    ("python", "manage.py", "check", "--fail-level", "WARNING"),
    ("python", "manage.py", "makemigrations", "--check", "--dry-run"),
)


class Stuck(Exception):
    """Says what is missing and what to do about it."""


def main(arguments: list[str]) -> int:
    commands = {
        "run": run,
        "test": test,
        "setup": set_up,
        "lint": lint,
        "bench": bench,
        "screenshots": screenshots,
    }
    if len(arguments) != 1 or arguments[0] not in commands:
        say("Usage: bootstrap.py " + "|".join(commands))
        return 2
    os.chdir(str(HOME))
    try:
        move_to_a_newer_python()
        return commands[arguments[0]]() or 0
    except Stuck as problem:
        say(str(problem))
        return 1
    except KeyboardInterrupt:
        return 130


def run() -> NoReturn:
    set_up()
    os.environ.setdefault("WAGGLE_DEMO", "1")
    become(PYTHON, "manage.py", "up")


def test() -> NoReturn:
    set_up()
    os.environ["WAGGLE_BROWSER"] = find_browser() or get_browser()
    become(PYTHON, "-m", "pytest", *SIDE_BY_SIDE)


def bench() -> NoReturn:
    set_up()
    become(PYTHON, "manage.py", "bench")


def screenshots() -> NoReturn:
    set_up()
    os.environ["WAGGLE_BROWSER"] = find_browser() or get_browser()
    become(PYTHON, "-m", "tests.browser.shots")


def lint() -> int:
    set_up()
    tools = lint_tools()
    install_once("lint", " ".join(tools), tools)
    templates = [str(path) for path in sorted(Path("templates").rglob("*.html"))]
    commands = [*LINT, ("djade", "--check", *templates)]
    failed = [
        command for command in commands if not passes(VENV / "bin" / command[0], *command[1:])
    ]
    for command in failed:
        say("Failed: " + " ".join(command[:3]))
    return len(failed)


def set_up() -> None:
    make_venv()
    locked = HOME / "requirements.txt"
    install_once("portal", locked.read_text(), ["--require-hashes", "-r", str(locked)])


# Python


def move_to_a_newer_python() -> None:
    if sys.version_info >= OLDEST_PYTHON:
        return
    for minor in range(20, OLDEST_PYTHON[1] - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer and works(newer, "-c", ""):
            become(newer, os.path.abspath(__file__), *sys.argv[1:])
    raise Stuck(
        f"Waggle needs Python 3.11 or newer; this is {THIS_PYTHON}. Install one beside it, "
        "for example with: sudo apt install python3.11, or: brew install python@3.13"
    )


def make_venv() -> None:
    if works(PYTHON, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"):
        return
    say(f"Making .venv with Python {THIS_PYTHON}")
    shutil.rmtree(str(VENV), ignore_errors=True)
    if not works(sys.executable, "-c", "import venv, ensurepip"):
        make_venv_without_pip()
    elif not passes(sys.executable, "-m", "venv", str(VENV)):
        raise Stuck("The virtual environment could not be made; see above.")


def make_venv_without_pip() -> None:
    """Debian keeps ensurepip in a package of its own, python3-venv."""
    if not passes(sys.executable, "-m", "venv", "--without-pip", str(VENV)):
        raise Stuck("This Python has no venv module. " + how_to_get_venv())
    if not (shutil.which("uv") or borrow_pip() or add_debians_venv()):
        shutil.rmtree(str(VENV), ignore_errors=True)
        raise Stuck("This Python cannot install packages. " + how_to_get_venv())


def borrow_pip() -> bool:
    """Another pip of this machine can put one into the virtual environment."""
    wheels = sorted(Path("/usr/share/python-wheels").glob("pip-*.whl"))
    pips = [["-m", "pip"], *([str(wheel / "pip")] for wheel in wheels)]
    for pip in pips:
        if works(sys.executable, *pip, "--version"):
            return passes(sys.executable, *pip, "--python", str(PYTHON), "install", "-q", "pip")
    return False


def add_debians_venv() -> bool:
    return apt_install(f"python{THIS_PYTHON}-venv") and passes(
        sys.executable, "-m", "venv", "--clear", str(VENV)
    )


def how_to_get_venv() -> str:
    return f"Install it with: sudo apt install python{THIS_PYTHON}-venv"


# Packages


def install_once(name: str, wanted: str, arguments: list[str]) -> None:
    """Nothing is asked of the network while the same packages are wanted of the same Python."""
    stamp = VENV / (".stamp-" + name)
    of_this_python = (VENV / "pyvenv.cfg").read_text()
    digest = hashlib.sha256((wanted + of_this_python).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    say(f"Installing the packages of the {name}: once, and it takes a minute or more")
    if not install(arguments):
        raise Stuck("The packages could not be installed; see above. Is the network reachable?")
    stamp.write_text(digest)


def install(arguments: list[str]) -> bool:
    uv = shutil.which("uv")
    if uv and passes(uv, "pip", "install", "-q", "--python", str(PYTHON), *arguments):
        return True
    pip = [str(PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    return passes(*pip, *arguments)


def lint_tools() -> list[str]:
    import tomllib  # new in 3.11

    groups = tomllib.loads((HOME / "pyproject.toml").read_text())["dependency-groups"]
    return [str(tool) for tool in groups["lint"]]


# A browser for the tests


def find_browser() -> str | None:
    """The path of an installed Chromium that can call tools, or None."""
    asked_for = os.environ.get("WAGGLE_BROWSER")
    if asked_for:
        if not is_new_enough(asked_for):
            raise Stuck(f"WAGGLE_BROWSER={asked_for} is not a Chromium of version 149 or newer.")
        return asked_for
    return next((path for path in browsers() if path and is_new_enough(path)), None)


def browsers() -> Iterator[str | None]:
    yield from map(shutil.which, BROWSERS)
    yield from MAC_BROWSERS
    yield playwrights_browser()


def get_browser() -> str:
    say("Looking for a Chromium for the browser tests: none is installed, so one is fetched")
    passes(PYTHON, "-m", "playwright", "install", "chromium")
    if not find_browser():
        apt_install("chromium")
    browser = find_browser()
    if browser:
        return browser
    raise Stuck(
        "The tests need Chromium 149 or newer. Install one (sudo apt install chromium) "
        "or name it: make test WAGGLE_BROWSER=/path/to/chrome"
    )


def playwrights_browser() -> str | None:
    asked = subprocess.run([str(PYTHON), "-c", PLAYWRIGHTS_BROWSER], capture_output=True, text=True)
    return asked.stdout.strip() or None


def is_new_enough(browser: str) -> bool:
    try:
        answer = subprocess.run([browser, "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    version = re.search(r"(\d+)\.\d+", answer.stdout)
    return answer.returncode == 0 and version is not None and int(version[1]) >= OLDEST_BROWSER


# Other programs


def apt_install(package: str) -> bool:
    """Where this machine is Debian's and lets us."""
    if not shutil.which("apt-get"):
        return False
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if sudo and not works(*sudo, "true"):
        return False
    quiet = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    return passes(*quiet, "update") and passes(*quiet, "install", "-y", package)


def passes(*command: str | Path) -> bool:
    """Runs it where it can be watched. Its own output is no part of ours: it goes to stderr."""
    try:
        return subprocess.run([str(part) for part in command], stdout=sys.stderr).returncode == 0
    except OSError:
        return False


def works(*command: str | Path) -> bool:
    """Runs it unseen."""
    try:
        ended = subprocess.run([str(part) for part in command], capture_output=True)
    except OSError:
        return False
    return ended.returncode == 0


def become(program: str | Path, *arguments: str) -> NoReturn:
    sys.stderr.flush()
    os.execv(str(program), [str(program), *arguments])


def say(words: str) -> None:
    sys.stderr.write(words + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
