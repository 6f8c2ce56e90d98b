"""waggle-mcp's JSON backup: one object that holds everything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from proposals.lines.raw import BOM
from proposals.lines.strict import parse
from proposals.lines.told import Refused, Told, Unreadable, Wish
from proposals.lines.waggle_mcp import Row, lines_of_graph

LARGEST = 64_000_000
DEEPEST = 16


def told(file: BinaryIO, wish: Wish) -> Iterator[Told]:
    """Raises Unreadable where it is no such backup."""
    whole = file.read(LARGEST + 1)
    if len(whole) > LARGEST:
        raise Unreadable(
            f"is larger than {LARGEST // 1_000_000} MB: bring in the database or the .abhi file"
            " that it is a backup of"
        )
    try:
        held = parse(whole.removeprefix(BOM), depth=DEEPEST)
    except ValueError as error:
        raise Unreadable(str(error)) from error
    del whole
    wish.left_out["transcripts"] += len(_list(held, "transcripts"))
    yield from lines_of_graph(lambda: _rows(held, "nodes"), lambda: _rows(held, "edges"), wish)


def _list(held: dict[str, Any], name: str) -> list[Any]:
    found = held.get(name) or []
    if not isinstance(found, list):
        raise Unreadable(f"is no backup of waggle-mcp: its {name} are no list")
    return found


def _rows(held: dict[str, Any], name: str) -> Iterator[Row]:
    for at, one in enumerate(_list(held, name)):
        where = f"{name}[{at}]"
        yield Row(where, one if isinstance(one, dict) else Refused("is not an object"))
