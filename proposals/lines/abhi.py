"""waggle-mcp's `.abhi`: four bytes, then a zip of JSON lines and a manifest."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from typing import IO, Any, BinaryIO, cast
from zipfile import BadZipFile, ZipFile

from memory import limits
from proposals.lines.raw import TOO_LONG, raw_lines
from proposals.lines.strict import parse
from proposals.lines.told import Refused, Told, Unreadable, Wish
from proposals.lines.waggle_mcp import Row, lines_of_graph

MAGIC = b"WGL\x01"
MANIFEST = 1_000_000
UNPACKED = 2_000_000_000
PIECE = 1 << 20
DEEPEST = limits.LINE_DEPTH + 1
"""What stands in a line stands one level deeper in the metadata of a node."""


def told(file: BinaryIO, wish: Wish) -> Iterator[Told]:
    """Raises Unreadable where it is none, is encrypted, or is not what its manifest says."""
    with opened_zip(file) as packed:
        names = set(packed.namelist())
        if not {"manifest.json", "nodes.jsonl", "edges.jsonl"} <= names:
            raise Unreadable("is no .abhi: it holds no manifest.json, nodes.jsonl and edges.jsonl")
        _check(packed, names)
        if "transcripts.jsonl" in names:
            wish.left_out["transcripts"] += sum(1 for _ in _rows(packed, "transcripts.jsonl"))
        yield from lines_of_graph(
            lambda: _rows(packed, "nodes.jsonl"),
            lambda: _rows(packed, "edges.jsonl"),
            wish,
        )


def opened_zip(file: BinaryIO) -> ZipFile:
    """One that holds no more than we would unpack; what stands before its beginning is passed over.

    Raises Unreadable.
    """
    try:
        packed = ZipFile(file)
    except (BadZipFile, NotImplementedError, ValueError) as error:
        raise Unreadable(f"is damaged, or no zip: {error}") from error
    size = sum(one.file_size for one in packed.infolist())
    if size > UNPACKED:
        raise Unreadable(f"would unpack to more than {UNPACKED // 1_000_000_000} GB")
    if any(one.flag_bits & 1 for one in packed.infolist()):
        raise Unreadable("is encrypted: export it again without a password")
    return packed


def _check(packed: ZipFile, names: set[str]) -> None:
    """That it is not encrypted, and that each part is the one that its manifest tells of."""
    with _open(packed, "manifest.json") as file:
        whole = file.read(MANIFEST + 1)
    if len(whole) > MANIFEST:
        raise Unreadable("has a manifest.json of more than 1 MB")
    try:
        manifest = parse(whole, depth=16)
    except ValueError as error:
        raise Unreadable(f"has a manifest.json that {error}") from error
    if _part(manifest, "encryption").get("enabled"):
        raise Unreadable("is encrypted: export it again without a password")
    for name, said in _part(manifest, "members").items():
        told = said.get("sha256") if isinstance(said, dict) else None
        if name in names and isinstance(told, str) and told != _digest(packed, name):
            raise Unreadable(f"is damaged: its {name} is not the one that its manifest tells of")


def _part(manifest: dict[str, Any], name: str) -> dict[str, Any]:
    found = manifest.get(name)
    return found if isinstance(found, dict) else {}


def _open(packed: ZipFile, name: str) -> IO[bytes]:
    try:
        return packed.open(name)
    except (BadZipFile, NotImplementedError, RuntimeError) as error:
        raise Unreadable(f"is damaged: its {name} can not be opened") from error


def _digest(packed: ZipFile, name: str) -> str:
    found = hashlib.sha256()
    with _open(packed, name) as file:
        for piece in pieces(file, name):
            found.update(piece)
    return found.hexdigest()


def pieces(file: IO[bytes], name: str) -> Iterator[bytes]:
    """Raises Unreadable where a part ends early or is not what was packed."""
    try:
        while piece := file.read(PIECE):
            yield piece
    except (BadZipFile, EOFError, OSError, ValueError) as error:
        raise Unreadable(f"is damaged: its {name} can not be unpacked") from error


def _rows(packed: ZipFile, name: str) -> Iterator[Row]:
    with _open(packed, name) as file:
        for raw in raw_lines(io.BufferedReader(cast(io.RawIOBase, file))):
            where = f"{name} line {raw.number}"
            if raw.bytes is None:
                yield Row(where, Refused(TOO_LONG))
                continue
            try:
                yield Row(where, parse(raw.bytes, depth=DEEPEST))
            except ValueError as error:
                yield Row(where, Refused(str(error)))
