"""The JSON lines of the reference server-memory: entities with observations, and relations.

An entity is one memory, its observations one below the other; more of them than a memory holds
go on in further ones that are part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from memory import limits
from memory.kinds import ASKABLE_EDGES, EdgeType
from proposals.lines.fields import claims, fitting_title, plain_name
from proposals.lines.raw import TOO_LONG, raw_lines
from proposals.lines.strict import parse
from proposals.lines.told import Refused, Told, Wish

Fields = dict[str, Any]


def told(file: BinaryIO, wish: Wish) -> Iterator[Told]:
    named = _unknown_relations(file)
    for number, where, fields in _objects(file):
        if isinstance(fields, Refused):
            yield Told(number, where, fields)
            continue
        for line in _lines(fields, named):
            yield Told(number, where, line)


def _objects(file: BinaryIO) -> Iterator[tuple[int, str, Fields | Refused]]:
    file.seek(0)
    for raw in raw_lines(file):
        where = f"line {raw.number}"
        try:
            yield raw.number, where, Refused(TOO_LONG) if raw.bytes is None else parse(raw.bytes)
        except ValueError as error:
            yield raw.number, where, Refused(str(error))


def _unknown_relations(file: BinaryIO) -> dict[str, list[dict[str, str]]]:
    """By where they start: kept as claims there, for the link itself can only say `relates_to`."""
    found: dict[str, list[dict[str, str]]] = {}
    for _, _, fields in _objects(file):
        if isinstance(fields, Refused) or fields.get("type") != "relation":
            continue
        kind, start, end = (fields.get(name) for name in ("relationType", "from", "to"))
        if (
            isinstance(kind, str)
            and isinstance(start, str)
            and plain_name(kind) not in ASKABLE_EDGES
        ):
            found.setdefault(start, []).append({"relationType": kind, "to": str(end)})
    return found


def _lines(fields: Fields, named: dict[str, list[dict[str, str]]]) -> Iterator[Fields | Refused]:
    kind = fields.get("type")
    if kind == "relation":
        yield _link(fields)
    elif kind == "entity":
        yield from _entity(fields, named)
    else:
        yield Refused("type: is neither entity nor relation")


def _link(fields: Fields) -> Fields | Refused:
    kind, start, end = (fields.get(name) for name in ("relationType", "from", "to"))
    if not (isinstance(kind, str) and isinstance(start, str) and isinstance(end, str)):
        return Refused("names no relationType, from and to")
    edge = plain_name(kind)
    return {
        "type": "edge",
        "edge_type": edge if edge in ASKABLE_EDGES else EdgeType.RELATES_TO.value,
        "source": start,
        "target": end,
    }


def _entity(fields: Fields, named: dict[str, list[dict[str, str]]]) -> Iterator[Fields | Refused]:
    name, observed = fields.get("name"), fields.get("observations") or []
    if not isinstance(name, str) or not name.strip():
        yield Refused("name: is missing")
        return
    if not isinstance(observed, list) or not all(isinstance(one, str) for one in observed):
        yield Refused("observations: is no list of texts")
        return
    other = {
        key: value
        for key, value in fields.items()
        if key not in ("type", "name", "entityType", "observations")
    }
    title = fitting_title(name)
    said = other | {"name": name if title != name else "", "relations": named.get(name)}
    for part, content in enumerate(_parts(observed or [name]), 1):
        yield {
            "id": name if part == 1 else f"{name} ({part})",
            "kind": str(fields.get("entityType") or "note"),
            "title": title if observed else "",
            "content": content,
            "links": [] if part == 1 else [{"type": "part_of", "memory_id": name}],
            "claimed_approval": {"source": "server-memory", **claims(said)} if part == 1 else None,
        }


def _parts(observed: Sequence[str]) -> Iterator[str]:
    held: list[str] = []
    size = 0
    for one in observed:
        if held and size + len(one) + 1 > limits.CONTENT:
            yield "\n".join(held)
            held, size = [], 0
        held.append(one)
        size += len(one) + 1
    yield "\n".join(held)
