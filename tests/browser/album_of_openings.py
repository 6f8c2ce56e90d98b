"""What opens on pages of the album when it is pressed: menus, dialogs, folds, choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.browser.view import WITHOUT_TOOLS, View

ACCOUNT, PROJECTS = ".me > summary", ".masthead > .menu:not(.me) > summary"
KEYS = ".me [data-dialog='#keys']"
FOLDS = "main details:not([open]):not(.menu):not(.guide) > summary"
MENUS = {
    "kind": ":has([name=kind])",
    "export": ":has([data-export])",
}
FACETS = (1, 4, 7)
"""Each by itself, as one menu closes another."""


def openings(paths: Mapping[str, str]) -> list[View]:
    """`paths`: where the pages are, by name."""
    return [View(f"open-{name}", *more, opens=opens) for name, more, opens in _pressed(paths)]


def _pressed(paths: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    album = paths["workspace"]
    yield "account", (album,), (ACCOUNT,)
    yield "projects", (album,), (PROJECTS,)
    yield "keys", (album,), (ACCOUNT, KEYS)
    yield "checks", (album,), (FOLDS,)
    yield "checks-absent", (album, WITHOUT_TOOLS), (FOLDS,)
    for n in FACETS:
        yield f"facet-{n}", (paths["proposals"],), (f".facet:nth-of-type({n}) > summary",)
    yield "chosen", (paths["proposals"],), ("[data-row] [name=chosen]",)
    yield "back", (paths["memories"],), (FOLDS,)
    yield "cited", (paths["proposal-update"],), (FOLDS,)
    yield "approve", (paths["proposal-update"],), ("[data-dialog='#approve']",)
    yield "reject", (paths["proposal-long"],), ("[data-dialog='#reject']",)
    yield "withdraw", (paths["proposal-create"],), ("[data-dialog='#withdraw']",)
    yield "reading", (paths["entry-cited"],), (FOLDS,)
    yield "changes", (paths["rebuild-subject"],), (FOLDS,)
    yield "claims", (paths["import-batch"],), (FOLDS,)
    for name, within in MENUS.items():
        yield f"graph-{name}", (paths["graph"],), (f".toolbar .menu{within} > summary",)
    yield "graph-list", (paths["graph"],), (".views-seg label:nth-of-type(2)",)
    yield "one-line", (paths["proposal-stale"],), ("[data-view=one]",)
    yield "side-by-side", (paths["proposal-stale"],), ("[data-view=two]",)
