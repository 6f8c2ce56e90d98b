"""What a browser has to fetch for a first look at the Workspace, compressed as it is sent."""

import gzip
import re
from pathlib import Path

from django.contrib.staticfiles.finders import find

from tests.factories import make_memory, make_proposal

MOST = 120_000
"""Of bodies: with the headers of some eighty answers they stay below 150 kB."""
IMPORT = re.compile(r"'(\.{1,2}/[\w./-]+\.js)'")


def size(data: bytes) -> int:
    return len(gzip.compress(data))


def with_imports(file: Path, seen: set[Path]) -> set[Path]:
    """A module and all that it fetches in turn, workers too."""
    if file not in seen:
        seen.add(file)
        for name in IMPORT.findall(file.read_text()):
            with_imports((file.parent / name).resolve(), seen)
    return seen


def test_a_first_workspace_is_light(browse, alice, acme):
    for _ in range(12):
        memory = make_memory(acme, kind="decision", links=[])
    make_proposal(acme, target=memory)
    page = browse(alice).get("/p/acme/", headers={"Accept-Encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    html = gzip.decompress(page.content).decode()

    names = re.findall(r'(?:href|src)="/static/([^"?]+\.(?:css|js))', html)
    modules = re.findall(r'data-module="/static/([^"]+)"', html)
    files = {Path(find(name)) for name in names}
    for module in modules:
        with_imports(Path(find(module)), files)

    fetched = {file.name for file in files}
    assert fetched >= {
        "tokens.css",
        "htmx-2.min.js",
        "live.js",
        "map.js",
        "map.worker.js",
        "d3-force.min.js",
    }
    weight = len(page.content) + sum(size(file.read_bytes()) for file in files)
    assert 80_000 < weight < MOST


def test_the_fonts_are_light_and_nobody_waits_for_them():
    tokens = Path(find("css/tokens.css")).read_text()
    fonts = re.findall(r'url\("\.\./(fonts/[^"]+)"\)', tokens)

    assert len(fonts) == 3
    assert sum(Path(find(font)).stat().st_size for font in fonts) <= 210_000
    assert tokens.count("font-display: swap") == tokens.count("@font-face") == 3
