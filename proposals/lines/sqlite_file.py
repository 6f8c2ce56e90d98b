"""waggle-mcp's own database, read as the untrusted file it is: nothing in it is run or altered."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from memory import limits
from proposals.lines.strict import parse_any
from proposals.lines.told import Refused, Told, Unreadable, Wish
from proposals.lines.waggle_mcp import Row, lines_of_graph

LARGEST_VALUE = 4_000_000
STEPS = 1_000_000
"""Of SQLite's machine between two looks at whether a row came of them: a row takes a few hundred,
and nothing but a trap takes so many.
"""

NODE = (
    "id",
    "tenant_id",
    "agent_id",
    "project",
    "session_id",
    "label",
    "content",
    "node_type",
    "tags",
    "aliases",
    "metadata",
    "source_prompt",
    "evidence_records",
    "valid_from",
    "valid_to",
    "created_at",
    "updated_at",
)
EDGE = ("id", "source_id", "target_id", "relationship", "created_at")
NEEDED = {"nodes": {"id", "label", "content", "node_type"}, "edges": set(EDGE[1:4])}
JSON_COLUMNS = frozenset({"tags", "aliases", "metadata", "evidence_records"})
OTHER = {"transcript_records": "transcripts", "audit_events": "audit events"}


def told(path: Path, wish: Wish) -> Iterator[Told]:
    """Raises Unreadable where it is no such database."""
    with _opened(path) as database:
        columns = {table: _columns(database, table) for table in NEEDED}
        for table, name in OTHER.items():
            wish.left_out[name] += _count(database, table)
        yield from lines_of_graph(
            lambda: _rows(database, "nodes", [one for one in NODE if one in columns["nodes"]]),
            lambda: _rows(database, "edges", [one for one in EDGE if one in columns["edges"]]),
            wish,
        )


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    beside = Path(f"{path}-wal")
    if beside.is_file() and beside.stat().st_size:
        raise Unreadable(
            f"has changes beside it, in {beside.name}, that are not part of it yet: close the"
            " program that uses it, and run this again"
        )
    uri = f"file:{quote(str(path.resolve()))}?mode=ro&immutable=1"
    database = sqlite3.connect(uri, uri=True, check_same_thread=False)
    try:
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
        database.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("PRAGMA query_only = ON")
        database.execute("PRAGMA cell_size_check = ON")
        # Text that is no UTF-8 is refused by its row, like any other character that is none.
        database.text_factory = lambda value: value.decode("utf-8", "surrogateescape")
        yield database
    except sqlite3.Error as error:
        raise Unreadable(f"is damaged, or no database that can be read: {error}") from error
    finally:
        database.close()


def _columns(database: sqlite3.Connection, table: str) -> set[str]:
    """Of a plain table alone: a view or a virtual table of that name would run what it says."""
    plain = database.execute(
        "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND rootpage > 0", [table]
    ).fetchone()
    found = {row[1] for row in database.execute(f"PRAGMA table_info({table})")} if plain else set()
    if missing := sorted(NEEDED[table] - found):
        raise Unreadable(f"is no database of waggle-mcp: its {table} have no {', '.join(missing)}")
    return found


def _count(database: sqlite3.Connection, table: str) -> int:
    plain = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND rootpage > 0"
    if database.execute(plain, [table]).fetchone() is None:
        return 0
    [count] = database.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - a constant
    return int(count)


def _rows(database: sqlite3.Connection, table: str, columns: list[str]) -> Iterator[Row]:
    number, seen = 0, -1

    def is_a_trap() -> bool:
        nonlocal seen
        stuck, seen = seen == number, number
        return stuck

    database.set_progress_handler(is_a_trap, STEPS)
    try:
        for row in database.execute(f"SELECT {', '.join(columns)} FROM {table}"):  # noqa: S608 - constants
            number += 1
            yield Row(f"{table} row {number}", _fields(dict(zip(columns, row, strict=True))))
    except sqlite3.Error as error:
        raise Unreadable(f"can not be read near {table} row {number + 1}: {error}") from error


def _fields(row: dict[str, Any]) -> dict[str, Any] | Refused:
    for name, value in row.items():
        if isinstance(value, bytes):
            return Refused(f"{name}: holds bytes, not text")
        if isinstance(value, str) and len(value) > limits.LINE_BYTES:
            return Refused(f"{name}: is longer than {limits.LINE_BYTES:,} characters")
        if name in JSON_COLUMNS and isinstance(value, str) and value:
            try:
                row[name] = parse_any(value.encode("utf-8", "surrogatepass"))
            except ValueError as error:
                return Refused(f"{name}: {error}")
    return row
