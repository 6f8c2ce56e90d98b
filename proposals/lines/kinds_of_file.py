"""What a file is, told by what it holds and never by its name."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO
from zipfile import BadZipFile, ZipFile

from memory import limits
from proposals.lines.abhi import MAGIC
from proposals.lines.notes import FENCE
from proposals.lines.raw import BOM
from proposals.lines.strict import parse
from proposals.lines.table import DELIMITERS, holds_statements
from proposals.lines.told import Unreadable


class Format(StrEnum):
    """What a file may be, by the name that an option calls it."""

    LINES = "lines"
    DATABASE = "waggle-mcp-database"
    BACKUP = "waggle-mcp-backup"
    ABHI = "abhi"
    SERVER_MEMORY = "server-memory"
    NOTES = "notes"
    CSV = "csv"


IN_WORDS = {
    Format.LINES: "JSON lines",
    Format.DATABASE: "a database of waggle-mcp",
    Format.BACKUP: "a JSON backup of waggle-mcp",
    Format.ABHI: "an .abhi file",
    Format.SERVER_MEMORY: "JSON lines of server-memory",
    Format.NOTES: "Markdown notes",
    Format.CSV: "a CSV table",
}
_BACKUP = re.compile(
    rb'\{\s*"(schema_version|tenant_id|embedding_model_id|repos|nodes|context_windows)"\s*:'
)


def recognised(source: Path | BinaryIO) -> Format:
    """Raises Unreadable where it is none of them. What looks like text is taken for JSON lines: so
    each that is none is told by its number.
    """
    if isinstance(source, Path):
        if source.is_dir():
            return Format.NOTES
        with source.open("rb") as file:
            return _of_content(file)
    return _of_content(source)


def _of_content(file: BinaryIO) -> Format:
    file.seek(0)
    head = file.read(limits.LINE_BYTES + 2)
    if head.startswith(b"SQLite format 3\0"):
        return Format.DATABASE
    if head.startswith(MAGIC):
        return Format.ABHI
    if head.startswith(b"PK\x03\x04"):
        return _of_zip(file)
    text = head.removeprefix(BOM).lstrip()
    if _BACKUP.match(text):
        return Format.BACKUP
    first = text.split(b"\n", 1)[0].strip()
    if text.startswith(b"{"):
        return Format.SERVER_MEMORY if _is_entity(first) else Format.LINES
    if first == FENCE.encode():
        return Format.NOTES
    names = first.decode("utf-8", "replace")
    if any(holds_statements(names.split(mark)) for mark in DELIMITERS):
        return Format.CSV
    if b"\0" in head[:1_000]:
        known = ", ".join(IN_WORDS.values())
        raise Unreadable(f"is nothing that can be brought in: none of {known}")
    return Format.LINES


def _of_zip(file: BinaryIO) -> Format:
    file.seek(0)
    try:
        with ZipFile(file) as packed:
            return Format.ABHI if "nodes.jsonl" in packed.namelist() else Format.NOTES
    except (BadZipFile, NotImplementedError, ValueError) as error:
        raise Unreadable("is a damaged zip") from error


def _is_entity(line: bytes) -> bool:
    try:
        return parse(line).get("type") in ("entity", "relation")
    except ValueError:
        return False
