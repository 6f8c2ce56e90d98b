"""One recall, one writer, one direction: the import contracts hold, and they bite."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("waggle_site", "proposals", "companion", "memory")
SEARCHERS = {"recall", "record", "reindex", "tidy", "drop", "erase", "highlight"}

# The queryset's own conditions: whoever wants to know what is true asks a service of memory.
CONDITIONS = {"authoritative", "served"}


def lint_imports(config: Path) -> subprocess.CompletedProcess[str]:
    pytest.importorskip("importlinter", reason="a lint tool; `make lint` always has it")
    command = "from importlinter.cli import lint_imports_command as lint; lint()"
    return subprocess.run(
        [sys.executable, "-c", command, "--no-logo", str(config)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_the_contracts_hold() -> None:
    done = lint_imports(ROOT / "pyproject.toml")

    assert done.returncode == 0, done.stdout
    for name in ("Apps import only to their right", "Whoever searches asks recall"):
        assert f"{name} KEPT" in done.stdout


@pytest.mark.parametrize("module", ["memory.search", "memory.services.record"])
def test_a_contract_that_allows_nobody_names_who_imports(tmp_path: Path, module: str) -> None:
    config = tmp_path / "contracts.toml"
    config.write_text(
        f"""
        [tool.importlinter]
        root_packages = {list(PACKAGES)}
        [[tool.importlinter.contracts]]
        name = "Nobody"
        type = "protected"
        protected_modules = ["{module}"]
        allowed_importers = ["waggle_site.asgi"]
        """
    )

    done = lint_imports(config)

    assert done.returncode == 1
    importer = "memory.services.recall" if module == "memory.search" else "proposals.services.apply"
    assert importer in done.stdout


def test_only_services_of_memory_may_search() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]

    [contract] = [
        one for one in settings["contracts"] if one.get("protected_modules") == ["memory.search"]
    ]

    assert set(contract["allowed_importers"]) == {f"memory.services.{name}" for name in SEARCHERS}


def callers(names: set[str]) -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            asked = (
                one.func
                for one in ast.walk(ast.parse(path.read_text()))
                if isinstance(one, ast.Call)
            )
            yield from (
                (path.relative_to(ROOT).as_posix(), one.attr)
                for one in asked
                if isinstance(one, ast.Attribute) and one.attr in names
            )


def test_nobody_but_memory_asks_the_rows_what_is_true() -> None:
    asked = set(callers(CONDITIONS))

    assert {name for _, name in asked} == CONDITIONS
    assert [path for path, _ in asked if not path.startswith("memory/services/")] == []
